/** A file that cannot be imported. The message is one line with the place and the reason. */
export class CorruptFile extends Error {
  constructor(file: string, line: number | undefined, reason: string) {
    super(line === undefined ? `${file}: ${reason}` : `${file}, line ${line}: ${reason}`);
    this.name = 'CorruptFile';
  }
}
