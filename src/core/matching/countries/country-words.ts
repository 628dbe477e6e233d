/**
 * Words of one country, or of all, as the matcher knows them. Every word is in folded upper case
 * (`fold`): ASCII, no accents. A field left out adds nothing to what is understood everywhere.
 */
export interface Words {
  /**
   * Legal forms and their spellings: those of ISO 20275 (ELF code list 1.5 of the Global Legal
   * Entity Identifier Foundation), and those used in company law, by the registers and in everyday
   * use. Each line is one of our classes, then its spellings, separated by `|`; spaces, dots and
   * "and" are ignored in a lookup. `<`: the form may also precede the name. `~`: the spelling may
   * also be words of the name before another form, so it is only a possible form.
   */
  forms?: string;
  /** Spellings that are never words of a name, so they end it anywhere; separated by `|`. */
  unmistakable?: string;
  /**
   * Forms that may end a name before its actual form: `HARROW COMPANY` may be a whole name, or the
   * start of `HARROW COMPANY LLC`. Separated by blanks.
   */
  nameLike?: string;
  standing?: StandingWords;
  secondName?: SecondNameMarks;
  /**
   * Short spellings and the words they mean, most usual first. They are soft: usual in typing, not
   * part of a registered name's identity. `=`: one meaning, or nearly; `~`: also a word of its own,
   * or too ambiguous, so only a possible meaning. `SVC=SERVICE/SERVICES CAP~CAPITAL`.
   */
  abbreviations?: string;
  /** Place names with several spellings, and the code for them: `NEW YORK=NY|OHIO=OH`. */
  places?: string;
  /** Kinds of streets, as spelled by `AddressRules.words`; separated by blanks. */
  streetKinds?: string;
  /** Names of months, as in streets named after a day; separated by blanks. */
  months?: string;
  /**
   * Towns with several names, the one used for comparison first; separated by blanks, `-` within a
   * name: `PRAHA=PRAGUE=PRAG`.
   */
  towns?: string;
  address?: AddressRules;
}

/** Alternatives of regular expressions. Lines may be broken before a `|`. */
interface StandingWords {
  /**
   * Phrases by which a register marks in the name that a business is in liquidation, insolvent,
   * under administration or dissolved.
   */
  phrases: string;
  /**
   * Words that may also be part of a name, unless set off by a bracket or a dash; in every country.
   */
  marks?: string;
  /** Letter groups, one of which is in every phrase and mark; most names contain no such group. */
  stems: string;
}

/** Alternatives of regular expressions, understood in every country. */
interface SecondNameMarks {
  /** Marks before another name: `ACME INC DBA ZENITH`, `ACME LTD T/A ZENITH`. */
  marks?: string;
  /** Marks inside a bracket; outside of one they may be words of a name. */
  inBrackets?: string;
}

export interface AddressRules {
  /** Street words by their canonical spelling on both sides. */
  words: Readonly<Record<string, string>>;
  /** Word endings: `STORGATEN` and `STORGT` are one street. */
  endings?: readonly (readonly [RegExp, string])[];
  /** Spellings of several words or with a number, replaced before an address is split into words. */
  phrases?: readonly (readonly [RegExp, string])[];
  /** Roads with a number; its first group is the number. `null`: may be of any system. */
  roads?: readonly (readonly [pattern: RegExp, system: string | null])[];
  /** The usual position of the house number to the street; left out if it may be either. */
  number?: 'before' | 'behind';
  /** Finds postal codes in a text; global, the last one counts. */
  postalCode: RegExp;
  /**
   * Number of leading characters of a code that name a district: another code of the same district
   * is near. Negative: all but this many at the end.
   */
  districtCharacters: number;
  /** The code stands before the town: `8001 Zürich`, `110 00 Praha 1`. */
  codeBeforeTown?: true;
  /** States or provinces, as written behind the town, beside those in `places`. */
  regions?: string;
  /** Endings of a word that names a street, where the kind of street is no word of its own. */
  streetWord?: RegExp;
  /** Finds a code that lost its leading zeros, as the first group, in a text without a whole one. */
  shortCode?: RegExp;
}

/** Words of names and addresses understood only in one country's registers. */
export interface CountryWords extends Words {
  /** ISO 3166-1, lower case: the part before the hyphen of a jurisdiction. */
  country: string;
  /** Classes of forms, understood elsewhere, whose words are ordinary in names here. */
  noForms?: readonly string[];
  formMayBegin?: true;
  /**
   * Two single letters in front may be a form: a register that drops dots writes `S A LANTERNE`,
   * and others `A/S LANTERNE`.
   */
  formsInLetters?: true;
  /**
   * Number words from `from` up, separated by blanks. Many have other meanings, so they are only
   * possible readings.
   */
  numbers?: Readonly<{ from: number; words: string }>;
  and?: readonly string[];
  /** A letter that is "and" only beside one of these words: `POLLO Y MAS`. */
  andAmong?: Readonly<{ connective: string; words: ReadonlySet<string> }>;
  /** The register's location, as people append it to a name. */
  behindNames?: readonly string[];
  /** Registers that list businesses of one town only, so the town distinguishes none of them. */
  registersOfOneTown?: readonly string[];
  /** General words for a business that may be left out in front of a name: `SOCIETE`. */
  before?: readonly string[];
  /** Further names of the country; its English name is built in. */
  otherNames?: readonly string[];
}
