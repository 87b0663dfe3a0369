import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** A value of JSON: read reads one, get and at look into it. What is not there is NULL. */
final class Json implements Iterable<Json> {
    static final Json NULL = new Json(null);

    private final Object value; // a String, a Double, a Boolean, a List or a Map of values, or null

    private Json(Object value) {
        this.value = value;
    }

    static Json read(String text) {
        return new Reader(text).value();
    }

    boolean isNull() {
        return value == null;
    }

    String text() {
        return (String) value;
    }

    int number() {
        return ((Double) value).intValue();
    }

    boolean isTrue() {
        return Boolean.TRUE.equals(value);
    }

    Json get(String key) {
        return value instanceof Map<?, ?> map && map.get(key) instanceof Json found ? found : NULL;
    }

    Json at(int place) {
        return values().get(place);
    }

    int size() {
        return values().size();
    }

    /** The texts of a list. */
    List<String> texts() {
        return values().stream().map(Json::text).toList();
    }

    @Override
    public Iterator<Json> iterator() {
        return values().iterator();
    }

    @SuppressWarnings("unchecked")
    private List<Json> values() {
        return (List<Json>) value;
    }

    private static final class Reader {
        private final String text;
        private int place;

        Reader(String text) {
            this.text = text;
        }

        Json value() {
            switch (peek()) {
                case '{':
                    Map<String, Json> map = new HashMap<>();
                    while (goesOn('{', '}')) {
                        String key = string();
                        peek();
                        place++; // the colon
                        map.put(key, value());
                    }
                    return new Json(map);
                case '[':
                    List<Json> list = new ArrayList<>();
                    while (goesOn('[', ']')) list.add(value());
                    return new Json(list);
                case '"':
                    return new Json(string());
                default:
                    return new Json(word());
            }
        }

        private char peek() {
            while (Character.isWhitespace(text.charAt(place))) place++;
            return text.charAt(place);
        }

        /** Step over the beginning, a comma or the end of a list; return whether something follows. */
        private boolean goesOn(char begin, char end) {
            char here = peek();
            place++;
            if (here == begin && peek() == end) {
                place++;
                return false;
            }
            return here != end;
        }

        private String string() {
            peek();
            var found = new StringBuilder();
            for (place++; text.charAt(place) != '"'; place++) {
                char here = text.charAt(place);
                if (here == '\\') {
                    here = text.charAt(++place);
                    int known = "nrtbf".indexOf(here);
                    if (known >= 0) here = "\n\r\t\b\f".charAt(known);
                    if (here == 'u') {
                        here = (char) Integer.parseInt(text.substring(place + 1, place + 5), 16);
                        place += 4;
                    }
                }
                found.append(here);
            }
            place++;
            return found.toString();
        }

        private Object word() {
            int begin = place;
            while (place < text.length() && ",]} \t\r\n".indexOf(text.charAt(place)) < 0) place++;
            String word = text.substring(begin, place);
            return switch (word) {
                case "null" -> null;
                case "true", "false" -> Boolean.valueOf(word);
                default -> Double.valueOf(word);
            };
        }
    }
}
