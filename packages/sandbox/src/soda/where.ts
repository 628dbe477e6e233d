import type { Row } from '../dialect.js';
import { likeTest } from './like.js';
import { malformed, noSuchColumn, noSuchFunction } from './soda-error.js';
import { tokenise, type Token } from './tokens.js';

/** `null` if the row has no value. */
type Value = (row: Row) => string | null;
/** SQL's three-valued logic: `null` is unknown, and only rows with a true condition are kept. */
type Condition = (row: Row) => boolean | null;

const KEYWORDS = new Set(['and', 'or', 'not', 'like', 'in', 'is', 'null', 'between']);

/**
 * Compiles a `$where` expression into a row filter. Throws a SodaError for expressions the portal
 * refuses.
 */
export function parseWhere(soql: string, columns: ReadonlySet<string>): (row: Row) => boolean {
  const parser = new WhereParser(tokenise(soql), columns);
  const condition = parser.whole();
  return (row) => condition(row) === true;
}

/** Recursive descent; each method parses one precedence level, loosest first. */
class WhereParser {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly columns: ReadonlySet<string>,
  ) {}

  whole(): Condition {
    const condition = this.either();
    if (this.next.kind !== 'end') throw malformed(this.next.position);
    return condition;
  }

  private either(): Condition {
    let left = this.both();
    while (this.takeWord('or')) {
      const [first, second] = [left, this.both()];
      left = (row) => or(first(row), () => second(row));
    }
    return left;
  }

  private both(): Condition {
    let left = this.negated();
    while (this.takeWord('and')) {
      const [first, second] = [left, this.negated()];
      left = (row) => not(or(not(first(row)), () => not(second(row))));
    }
    return left;
  }

  private negated(): Condition {
    if (!this.takeWord('not')) return this.condition();
    const inner = this.negated();
    return (row) => not(inner(row));
  }

  private condition(): Condition {
    if (this.opensCondition()) {
      this.takeSign('(');
      const inner = this.either();
      this.expectSign(')');
      return inner;
    }
    if (this.next.kind === 'word' && /^(starts_with|contains)$/i.test(this.next.value)) return this.textTest();
    return this.comparison(this.value());
  }

  /**
   * A parenthesis can open a condition or a value. Only the token after its end decides, so this
   * looks ahead.
   */
  private opensCondition(): boolean {
    if (!(this.next.kind === 'sign' && this.next.value === '(')) return false;
    let depth = 0;
    for (let index = this.at; index < this.tokens.length; index += 1) {
      const { kind, value } = this.tokens[index]!;
      if (kind === 'sign' && value === '(') depth += 1;
      if (kind === 'sign' && value === ')') depth -= 1;
      if (depth === 0) {
        const after = this.tokens[index + 1]!;
        return !(after.kind === 'sign' && after.value !== ')') && !/^(like|in|is|not|between)$/i.test(after.value);
      }
    }
    return true;
  }

  private textTest(): Condition {
    const name = this.take().value.toLowerCase();
    this.expectSign('(');
    const subject = this.value();
    this.expectSign(',');
    const piece = this.value();
    this.expectSign(')');
    return both(subject, piece, (text, part) => (name === 'contains' ? text.includes(part) : text.startsWith(part)));
  }

  private comparison(left: Value): Condition {
    const negate = this.takeWord('not');
    const test = this.positiveComparison(left, negate);
    return negate ? (row) => not(test(row)) : test;
  }

  private positiveComparison(left: Value, negated: boolean): Condition {
    if (this.takeWord('like')) return this.like(left);
    if (this.takeWord('in')) return this.membership(left);
    if (this.takeWord('between')) return this.between(left);
    if (!negated && this.takeWord('is')) return this.nullTest(left);
    const operator = this.take();
    const compare = operator.kind === 'sign' && !negated ? COMPARISONS[operator.value] : undefined;
    if (!compare) throw malformed(operator.position);
    return both(left, this.value(), compare);
  }

  private like(left: Value): Condition {
    const token = this.next;
    if (token.kind !== 'text') return both(left, this.value(), (text, pattern) => likeTest(pattern)(text));
    this.take();
    const matches = likeTest(token.value);
    return (row) => {
      const text = left(row);
      return text === null ? null : matches(text);
    };
  }

  private membership(left: Value): Condition {
    this.expectSign('(');
    const options = [this.value()];
    while (this.takeSign(',')) options.push(this.value());
    this.expectSign(')');
    return (row) => {
      const text = left(row);
      return text === null ? null : options.some((option) => option(row) === text);
    };
  }

  private between(left: Value): Condition {
    const low = both(left, this.value(), COMPARISONS['>=']!);
    if (!this.takeWord('and')) throw malformed(this.next.position);
    const high = both(left, this.value(), COMPARISONS['<=']!);
    return (row) => not(or(not(low(row)), () => not(high(row))));
  }

  private nullTest(left: Value): Condition {
    const present = this.takeWord('not');
    if (!this.takeWord('null')) throw malformed(this.next.position);
    return (row) => (left(row) === null) !== present;
  }

  private value(): Value {
    const token = this.take();
    if (token.kind === 'text' || token.kind === 'number') return () => token.value;
    if (token.kind === 'sign' && token.value === '(') {
      const inner = this.value();
      this.expectSign(')');
      return inner;
    }
    if (token.kind !== 'word' || KEYWORDS.has(token.value.toLowerCase())) throw malformed(token.position);
    if (this.takeSign('(')) return this.call(token.value.toLowerCase());
    if (!this.columns.has(token.value)) throw noSuchColumn(token.value);
    return (row) => row[token.value] ?? null;
  }

  /** The opening parenthesis has already been consumed. */
  private call(name: string): Value {
    const given = [this.value()];
    while (this.takeSign(',')) given.push(this.value());
    this.expectSign(')');
    const [arity, apply] = FUNCTIONS[name] ?? [];
    if (apply === undefined || arity !== given.length) throw noSuchFunction(name);
    return (row) => {
      const values = given.map((value) => value(row));
      return values.includes(null) ? null : apply(...(values as [string, string, string]));
    };
  }

  private get next(): Token {
    return this.tokens[this.at]!;
  }

  private take(): Token {
    const token = this.next;
    if (token.kind === 'end') throw malformed(token.position);
    this.at += 1;
    return token;
  }

  private takeWord(word: string): boolean {
    const found = this.next.kind === 'word' && this.next.value.toLowerCase() === word;
    if (found) this.at += 1;
    return found;
  }

  private takeSign(sign: string): boolean {
    const found = this.next.kind === 'sign' && this.next.value === sign;
    if (found) this.at += 1;
    return found;
  }

  private expectSign(sign: string): void {
    if (!this.takeSign(sign)) throw malformed(this.next.position);
  }
}

const COMPARISONS: Readonly<Record<string, (left: string, right: string) => boolean>> = {
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<>': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
};

const FUNCTIONS: Readonly<Record<string, [arity: number, apply: (...given: [string, string, string]) => string]>> = {
  upper: [1, (text) => text.toUpperCase()],
  lower: [1, (text) => text.toLowerCase()],
  replace: [3, (text, from, to) => text.replaceAll(from, to)],
};

function both(left: Value, right: Value, test: (left: string, right: string) => boolean): Condition {
  return (row) => {
    const [first, second] = [left(row), right(row)];
    return first === null || second === null ? null : test(first, second);
  };
}

function or(left: boolean | null, right: () => boolean | null): boolean | null {
  if (left === true) return true;
  const second = right();
  if (second === true) return true;
  return left === null || second === null ? null : false;
}

function not(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}
