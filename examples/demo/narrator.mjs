import { styleText } from 'node:util';

/** @typedef {Parameters<typeof styleText>[0]} Tone */

/** Tells the story: what is done, what came of it, and whether that was promised. */
export class Narrator {
  #number = 0;
  #say;
  #coloured;

  /**
   * @param {(line: string) => void} say
   * @param {boolean} coloured
   */
  constructor(say, coloured) {
    this.#say = say;
    this.#coloured = coloured;
  }

  /** @param {string} title */
  step(title) {
    this.#number += 1;
    this.#say(`\n${this.#paint('bold', `${this.#number}. ${title}`)}`);
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  fact(name, value) {
    this.#say(`     ${this.#paint('dim', `${name}:`.padEnd(16))} ${String(value)}`);
  }

  /** @param {string} text */
  note(text) {
    this.#say(`     ${this.#paint('yellow', text)}`);
  }

  /**
   * Ends the story when it is not so.
   * @param {string} what
   * @param {boolean} kept
   */
  promise(what, kept) {
    if (!kept) throw new Error(`unexpected: ${what}`);
    this.#say(`   ${this.#paint('green', '✓')} ${what}`);
  }

  /**
   * @param {Tone} tone
   * @param {string} text
   */
  #paint(tone, text) {
    return this.#coloured ? styleText(tone, text) : text;
  }
}

/** @param {number} amount */
export function inCredits(amount) {
  return amount === 1 ? '1 credit' : `${amount} credits`;
}
