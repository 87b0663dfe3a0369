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
  profile?: string | null;
  gone: boolean; // whether a person has no page open
  lapses: number; // moves in a row that were not made in time
}

interface Line {
  number: number;
  seat: number;
  name: string;
  text: string;
  chat: boolean; // in their own words
}

type Fact5 = [string, string, number, number, string]; // what, of which kind, the sum, how often, the unit

interface Result {
  table: string;
  game: string;
  place: number;
  seats: number;
  points: number;
  others: string[];
  counts: boolean;
  kept: boolean; // whether the site keeps it, for an account
  mean: number;
  spread: number;
  facts: Fact5[];
  moment?: number;
}

interface Waiting {
  seat: number; // for whom others wait
  left: number | null; // seconds; null where no clock runs
  reserve: number | null;
  nudged: boolean;
  may: Record<string, boolean>;
  missing: number | null; // how many more must agree that a bot takes over
  ends?: number | null; // when the time is up, as the page counts
  turn?: string;
}

interface Clock {
  running: boolean;
  seconds: number;
  left?: number;
}

interface Lesson {
  says: string[]; // what a learner was told last
  look: string[]; // what the page points at
  told: number;
  of: number;
  closing: string | null;
}

interface Live {
  running: boolean; // time runs
  left_ms: number;
  length_ms: number;
  opens_s: number | null; // until it starts for several people
  ready: boolean; // whether one wishes that it starts
  missing: number; // how many people do not yet
  may_pause: boolean;
  ends?: number | null; // as the page counts
  opens?: number | null;
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
  live?: Live | null;
  time?: Waiting | null;
  lesson?: Lesson | null;
  bubbles?: Record<string, string>; // what was just said, by seat
  chat?: boolean; // whether the host wants one
  public?: boolean;
  daily?: { part: number; of: number } | null; // which table of a deal of the day it is, from 1, and of how many
  join?: string | null; // where who watches can take a seat
  wish: Record<string, string | null> | null;
  pondered: number; // how long the latest action seems to have been thought about, in usual pauses
  watching: number;
  replay: string | null;
  tried?: Tried | null;
  next: string | null;
}

interface Tried {
  replay: string | null; // the position from which another line is tried
  deal: number;
  seat: number;
  scores: { now: number; before: number }[]; // of that deal and those after it, as far as they are over
}

interface Message {
  scene: Scene;
  table: Table;
  hands?: any;
  log?: string[];
  lines?: Line[]; // what was said before
  phrases?: string[];
  story?: string[]; // of a match that is over
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
  numbers?: string; // the same as a sentence of numbers
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
  soundOf(scene: Scene, before: Scene): string | null;
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
  line?: string; // where another line begins
  analysis?: string;
  brought?: boolean;
}
