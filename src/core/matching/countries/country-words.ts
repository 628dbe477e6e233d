/**
 * What the matcher knows of the words of one country, or of all. Every word is in folded upper case
 * (`fold`): ASCII, no accents. Whatever is left out is what is understood everywhere, alone.
 */
export interface Words {
  /**
   * Legal forms and the ways people write them: those of ISO 20275 (ELF code list 1.5 of the Global
   * Legal Entity Identifier Foundation), the spellings of company law, of the registers and of
   * everyday use. A line is a class of ours, then its spellings, with `|` between them; spaces, dots
   * and "and" are irrelevant when one is looked up. `<`: the form also stands before the name.
   */
  forms?: string;
  /** Spellings that are no words of a name, so that they end it wherever they stand, `|` between them. */
  unmistakable?: string;
  /**
   * Forms that a name may end in before its own: `HARROW COMPANY` may be the whole of a name, or the
   * start of `HARROW COMPANY LLC`. Words with blanks between them.
   */
  nameLike?: string;
  standing?: StandingWords;
  secondName?: SecondNameMarks;
  /**
   * Short spellings and the words they stand for, the most usual first. They are soft: usual in
   * typing, not part of a registered name's identity. `=`: with one meaning or nearly so; `~`: also a
   * word of its own, or short for too much, so that it only may be meant. `SVC=SERVICE/SERVICES
   * CAP~CAPITAL`.
   */
  abbreviations?: string;
  /**
   * Names of places that are written in several ways, and the code that stands for them:
   * `NEW YORK=NY|OHIO=OH`.
   */
  places?: string;
  /** Kinds of ways in the spellings that `AddressRules.words` bring them to, blanks between them. */
  streetKinds?: string;
  address?: AddressRules;
}

/** Alternatives of regular expressions. Lines may be broken before a `|`. */
interface StandingWords {
  /**
   * By which a register marks in the name itself that a business is in liquidation, insolvent, under
   * administration or gone.
   */
  phrases: string;
  /** Words that may as well be part of a name, unless a bracket or a dash sets them off; in every country. */
  marks?: string;
  /** Groups of letters of which one is in every phrase and mark; most names have none of them. */
  stems: string;
}

/** Alternatives of regular expressions, understood in every country. */
interface SecondNameMarks {
  /** What comes before another name: `ACME INC DBA ZENITH`, `ACME LTD T/A ZENITH`. */
  marks?: string;
  /** What tells what a bracket holds, and may stand in a name outside of one. */
  inBrackets?: string;
}

export interface AddressRules {
  /** Words of streets in the one spelling that both sides are brought to. */
  words: Readonly<Record<string, string>>;
  /** What ends a word there: `STORGATEN` and `STORGT` are one street. */
  endings?: readonly (readonly [RegExp, string])[];
  /** Where a text holds a postal code, global: the last one found counts. */
  postalCode: RegExp;
  /**
   * How many characters of a code, from its start, name a district: another code of the same
   * district is near. Negative: all but as many at its end.
   */
  districtCharacters: number;
}

/** What is understood of names and addresses of one country's registers only. */
export interface CountryWords extends Words {
  /** ISO 3166-1, lower case: the letters before the hyphen of a jurisdiction. */
  country: string;
  /** Classes of forms, understood everywhere else, whose words are ordinary ones in names here. */
  noForms?: readonly string[];
  /** A name may begin with an unmistakable form. */
  formMayBegin?: true;
  /**
   * Number words from `from` up, blanks between them. Many of them mean something else as well, so they
   * are never more than a possible reading.
   */
  numbers?: Readonly<{ from: number; words: string }>;
  /** The "and" of its languages. */
  and?: readonly string[];
  /** Where the register is, as people add it behind a name. */
  behindNames?: readonly string[];
  /** What else the country is called; its English name is known anyway. */
  otherNames?: readonly string[];
}
