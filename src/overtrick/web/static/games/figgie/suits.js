// The suits of Figgie in the order of their books.
export const FIGGIE_SUITS = ["spades", "clubs", "diamonds", "hearts"];
