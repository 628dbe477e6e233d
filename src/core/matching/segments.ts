/** Names that carry a second name: `ACME INC DBA ZENITH`, `ACME LTD T/A ZENITH`, `ACME LLC (FORMERLY ZENITH LLC)`. */
const TRADE =
  /[\s,;(-]+(?:D\s?[/.]?\s?B\s?[/.]?\s?A\.?|D\/B|T\/A|A\/K\/A|AKA|TRADING AS|DOING BUSINESS AS|ALSO KNOWN AS|OPERATING AS|O\/A)(?=[\s:)]|$)[\s:]*/;
const FORMER = /[\s,;(-]+(?:F\/K\/A|FKA|F K A|FORMERLY KNOWN AS|FORMERLY|N\/K\/A|NKA)(?=[\s:)]|$)[\s:]*/;

export interface Segments {
  main: string;
  /** The other name written into this one, if any. */
  other: string | undefined;
}

/** Splits a folded name at its first `d/b/a`, `t/a` or `f/k/a`. */
export function splitSegments(folded: string): Segments {
  const mark = TRADE.exec(folded) ?? FORMER.exec(folded);
  if (!mark || mark.index === 0) return { main: folded, other: undefined };
  const other = folded.slice(mark.index + mark[0].length).replace(/\)\s*$/, '');
  return { main: folded.slice(0, mark.index), other: /\w/.test(other) ? other : undefined };
}
