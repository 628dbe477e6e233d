/** A file that cannot be imported; the message is one line that says where and why. */
export class CorruptFile extends Error {
  constructor(file: string, line: number | undefined, reason: string) {
    super(line === undefined ? `${file}: ${reason}` : `${file}, line ${line}: ${reason}`);
    this.name = 'CorruptFile';
  }
}
