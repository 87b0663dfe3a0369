// What our modules hand to each other, for those who check types. Nothing here is served.

// A page as a tree of plain values, see site/render.js

type Key = string | number;
type Child = Tree | string | number | boolean | null | undefined | Child[];
type Handler = (event: any) => unknown;

interface Attributes {
  key?: Key | null;
  class?: string;
  style?: Record<string, string | number>;
  on?: Record<string, Handler | null | undefined>;
  [name: string]: unknown;
}

interface Tree {
  tag: string;
  key: Key | null;
  attrs: Attributes;
  children: (Tree | string | number)[];
}

// A scene, as overtrick.scenes.scene makes it

interface Played {
  seat: number;
  card: string;
}

interface Plain {
  turn: number | null;
  hands: (string[] | null)[];
  centre: Played[];
  columns: Record<string, (number | string | boolean | null)[]>;
  facts: Record<string, string>;
  words: Record<string, string>;
}

interface Moment {
  state: Record<string, any>; // what the rulebook says
  last: { seat: number; action: string }[];
  said: string[];
  legal?: string[];
  refused?: Record<string, string>;
  choices?: Record<string, any>;
  plain?: Plain;
  winning?: number | null;
  last_trick?: { cards: Played[]; winner: number } | null;
  held?: boolean; // a trick that is over still lies there
  [more: string]: any; // of the game's own
}

interface Ended extends Moment {
  scores: number[];
  notes: string[];
}

type Kept = Record<string, any>; // by name, one value for each seat

interface PadLine extends Kept {
  scores: number[];
  notes: string[];
}

interface Scene {
  game: string;
  seats: number;
  options: Record<string, any>;
  names: string[];
  seat: number | null; // whose eyes these are; null for a spectator
  below?: number | null; // who sits at the lower edge, where that is another
  step: number;
  deal: number;
  deals: number | null; // null where nobody knows
  pad: PadLine[];
  totals: number[];
  places: number[] | null;
  ended: Ended | null;
  now: Moment | null;
}

// A table to play at, as overtrick.web.referees.shown tells of it

interface Chair {
  name: string;
  person: boolean;
  away: boolean;
  level: string;
  character: string; // a sentence about that level
  open: boolean;
}

interface Clock {
  running: boolean;
  seconds: number;
  left?: number;
}

interface Table {
  id: string;
  host: boolean;
  mine: number[];
  curtain: number | null;
  may: Record<string, boolean>;
  open: boolean;
  waiting: boolean;
  chairs: Chair[];
  invite: string | null;
  clock: Clock | null;
  wish: Record<string, string | null> | null;
  pondered: number; // how long the latest action seems to have been thought about, in usual pauses
  watching: number;
  replay: string | null;
  next: string | null;
}

interface Message {
  scene: Scene;
  table: Table;
  hands?: any;
  log?: string[];
}

interface Frame extends Message {
  ms: number; // how long it is shown at least
  thought?: number; // how many ms whoever has acted seems to have thought
  said: string[];
  news?: string[];
  result?: Scene;
  waits?: boolean;
}

interface Actions {
  act: ((action: string) => void) | null;
  explain?: (words: string) => void;
  redraw?: () => void;
  open?: () => void;
  saying?: string;
  odds?: Record<string, number> | null;
  [more: string]: any;
}

interface Hint {
  waiting?: boolean;
  sentence: string;
  choices: Choice[];
  facts: Fact[];
  player?: string;
}

interface Choice {
  name: string;
  value: number;
  note?: string;
}

interface Fact {
  name: string;
  value: number;
  unit: string;
}

// How a game looks, see overtrick.scenes.look and table/drawing.js

interface Suit {
  letter: string;
  word: string;
  sign: string;
  colour: string;
  alike: boolean; // all its cards are alike, whatever follows the letter
}

interface Look {
  title: string;
  suits: Suit[];
  signed: boolean; // whether points are told with their sign, also above zero
  pad: string[]; // names of what the score pad shows beside the points
  summary?: string;
}

interface Deck {
  suit(card: string): string | null;
  words(card: string): string;
  face(card: string): Tree;
}

interface Cell {
  text: string;
  title?: string;
  state?: string;
}

interface Drawing {
  deck: Deck;
  draw(scene: Scene, table: Table | null, actions: Actions | null): Tree;
  side(scene: Scene): Child;
  held(moment: Moment, before: Moment | null): Moment | null;
  lengthOf(scene: Scene): number;
  turnWords(scene: Scene): string;
  actionWords(action: string): string;
  stopWord(scene: Scene): string;
  dealWord: string;
  kept(kept: Kept, seat: number): Cell | null;
  result(scene: Scene): Child;
  final(scene: Scene, review: any): Child;
  brief: string[];
  keys: string[][];
  press(event: KeyboardEvent, scene: Scene, actions: Actions): boolean;
  forget(): void;
}

interface DrawingModule {
  drawing(look: Look, usual: Drawing): Partial<Drawing>;
}

// A match to look at again, as overtrick.scenes.replay_data tells it

interface OtherDeal {
  kept: Kept;
  scores: number[];
  forfeit: number | null;
  alike: boolean;
  parted?: number | null;
  seat?: number;
  action?: string;
}

interface OtherTable {
  key: string;
  names: string[];
  deals: OtherDeal[];
  linked?: boolean;
  own?: boolean;
}

interface Thought extends Hint {
  seat: number;
  done: string;
}

interface Match extends Look {
  key: string;
  game: string;
  names: string[];
  totals: number[];
  ending: string;
  deals: { first: number; last: number; kept: Kept; scores: number[]; forfeit: number | null }[];
  frames: any[];
  stderr?: [number, string][];
  regret: any;
  others: OtherTable[];
  left_out: number;
  thoughts: Record<string, Thought>;
}

interface Shown {
  place: number; // in the match
  deal: number;
  step: number;
  stop?: boolean;
  seat?: number;
  action?: string;
  time_us?: [number, number];
  lines: [string, number?][];
  faults: { seat: number; ending: string; sentence: string; question?: string; reply?: string }[];
  scene: Scene;
  hidden: any[]; // for each seat what its view changes
}

interface Bundle {
  matches: Match[];
  drawing?: { module: string; sheet: string; instead?: string };
  ask?: { address: string; form?: Record<string, string> }[];
  home?: string;
  list?: string;
  file?: string;
  others?: string;
  brought?: boolean;
}
