/** A row with the columns of a list of SQL (`id, k.label`), each of the type its table says. */
export type Columns<Table, List extends string> = {
  [Column in NamesOf<List>]: Column extends keyof Table ? Table[Column] : unknown;
};

type NamesOf<List extends string> = List extends `${infer First},${infer Rest}`
  ? NamesOf<First> | NamesOf<Rest>
  : List extends `${' ' | '\n'}${infer Name}`
    ? NamesOf<Name>
    : List extends `${string}.${infer Name}`
      ? Name
      : List;
