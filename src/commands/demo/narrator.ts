import { styleText } from 'node:util';

type Tone = Parameters<typeof styleText>[0];

/** Tells the story: what is done, what came of it, and whether that was promised. */
export class Narrator {
  private number = 0;

  constructor(
    private readonly say: (line: string) => void,
    private readonly coloured: boolean,
  ) {}

  step(title: string): void {
    this.number += 1;
    this.say(`\n${this.paint('bold', `${this.number}. ${title}`)}`);
  }

  fact(name: string, value: unknown): void {
    this.say(`     ${this.paint('dim', `${name}:`.padEnd(16))} ${String(value)}`);
  }

  note(text: string): void {
    this.say(`     ${this.paint('yellow', text)}`);
  }

  /** Ends the story when it is not so. */
  promise(what: string, kept: boolean): void {
    if (!kept) throw new Error(`unexpected: ${what}`);
    this.say(`   ${this.paint('green', '✓')} ${what}`);
  }

  private paint(tone: Tone, text: string): string {
    return this.coloured ? styleText(tone, text) : text;
  }
}
