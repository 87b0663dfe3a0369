// What Wizards and Jesters are drawn of, as data: written as JSON, because the server draws with it too.
export const PICTURES = {
  "hat": [
    ["rect", {"class": "night", "x": 31, "y": 9, "width": 61, "height": 122, "rx": 6}],
    ["path", {"class": "gold", "d": "M0.0 -50.0L11.8 -16.2L47.6 -15.5L19.0 6.2L29.4 40.5L0.0 20.0L-29.4 40.5L-19.0 6.2L-47.6 -15.5L-11.8 -16.2Z", "transform": "translate(44 24) scale(0.07)"}],
    ["path", {"class": "gold", "d": "M0.0 -50.0L11.8 -16.2L47.6 -15.5L19.0 6.2L29.4 40.5L0.0 20.0L-29.4 40.5L-19.0 6.2L-47.6 -15.5L-11.8 -16.2Z", "transform": "translate(78 34) scale(0.09)"}],
    ["path", {"class": "gold", "d": "M0.0 -50.0L11.8 -16.2L47.6 -15.5L19.0 6.2L29.4 40.5L0.0 20.0L-29.4 40.5L-19.0 6.2L-47.6 -15.5L-11.8 -16.2Z", "transform": "translate(40 58) scale(0.05)"}],
    ["path", {"class": "gold", "d": "M0.0 -50.0L11.8 -16.2L47.6 -15.5L19.0 6.2L29.4 40.5L0.0 20.0L-29.4 40.5L-19.0 6.2L-47.6 -15.5L-11.8 -16.2Z", "transform": "translate(86 66) scale(0.06)"}],
    ["path", {"class": "hat", "d": "M62 22C66 46 74 66 80 88C68 93 54 93 42 88C48 72 54 58 58 46C52 46 50 40 54 34C56 28 60 26 62 22Z"}],
    ["path", {"class": "gold", "d": "M44 83C55 88 68 88 78.5 83L80 88C68 93 54 93 42 88Z"}],
    ["path", {"class": "brim", "d": "M33 92C44 84 80 84 90 92C78 104 46 104 33 92Z"}],
    ["path", {"class": "gold", "d": "M0.0 -50.0L11.8 -16.2L47.6 -15.5L19.0 6.2L29.4 40.5L0.0 20.0L-29.4 40.5L-19.0 6.2L-47.6 -15.5L-11.8 -16.2Z", "transform": "translate(62 66) scale(0.15)"}],
    ["path", {"class": "gold", "d": "M0.0 -50.0L11.8 -16.2L47.6 -15.5L19.0 6.2L29.4 40.5L0.0 20.0L-29.4 40.5L-19.0 6.2L-47.6 -15.5L-11.8 -16.2Z", "transform": "translate(17 42) scale(0.2)"}]
  ],
  "cap": [
    ["rect", {"class": "tint", "x": 31, "y": 9, "width": 61, "height": 122, "rx": 6}],
    ["path", {"class": "motley one", "d": "M61 88C42 88 40 84 41 78C42 62 40 50 34 42C48 38 60 48 61 66Z"}],
    ["path", {"class": "motley two", "d": "M61 88C80 88 82 84 81 78C80 62 82 50 88 42C74 38 62 48 61 66Z"}],
    ["path", {"class": "motley three", "d": "M48 82C50 58 54 40 61 28C68 40 72 58 74 82C66 86 56 86 48 82Z"}],
    ["rect", {"class": "band", "x": 40, "y": 80, "width": 42, "height": 12, "rx": 5}],
    ["circle", {"class": "bell", "cx": 34, "cy": 45, "r": 5.5}],
    ["circle", {"class": "bell", "cx": 88, "cy": 45, "r": 5.5}],
    ["circle", {"class": "bell", "cx": 61, "cy": 26, "r": 5.5}],
    ["circle", {"class": "bell", "cx": 17, "cy": 40, "r": 6}]
  ]
};
