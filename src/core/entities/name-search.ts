/**
 * A search of a register for a name. Only a search says which record a name means: a record that is
 * read by its number later on has newer facts, and says nothing about other records of that name.
 */
export interface NameSearch {
  /**
   * When it was claimed, by the database's clock: what the register registered since is not in it.
   */
  searchedAt: Date;
  /**
   * It read every record that could be meant. What it found otherwise is an answer, but not a
   * certain one.
   */
  complete: boolean;
}
