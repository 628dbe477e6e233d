import { Batcher } from '../../src/core/concurrency/batcher.js';

/** A remote end that answers on demand. */
function elsewhere() {
  const news: string[] = [];
  const answers: ((outcomes: PromiseSettledResult<string>[]) => void)[] = [];
  const failures: ((error: Error) => void)[] = [];
  const batcher = new Batcher<string, string>((items) => {
    news.push(`sent ${items.join(' ')}`);
    return new Promise((resolve, reject) => {
      answers.push(resolve);
      failures.push(reject);
    });
  });
  const ask = (item: string) =>
    batcher.add(item).then(
      (outcome) => news.push(`${item}: ${outcome}`),
      (error: Error) => news.push(`${item}: ${error.message}`),
    );
  const fulfilled = (...values: string[]) => values.map((value) => ({ status: 'fulfilled' as const, value }));
  return { news, ask, answer: (...values: string[]) => answers.shift()!(fulfilled(...values)), failures };
}

const rounds = async (count = 3) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

describe('Batcher', () => {
  it('sends together what arrives together, one group at a time', async () => {
    const { news, ask } = elsewhere();
    void ask('a');
    void ask('b');
    await rounds();
    void ask('c');
    await rounds();
    expect(news).toEqual(['sent a b']);
  });

  it('sends the next group before it passes on the answers of the previous one', async () => {
    const { news, ask, answer } = elsewhere();
    void ask('a');
    await rounds();
    void ask('b');
    answer('one');
    await rounds();
    answer('two');
    await rounds();
    expect(news).toEqual(['sent a', 'sent b', 'a: one', 'b: two']);
  });

  it('rejects a group with its own error, and still sends the next', async () => {
    const { news, ask, answer, failures } = elsewhere();
    void ask('a');
    void ask('b');
    await rounds();
    void ask('c');
    failures[0]!(new Error('lost'));
    await rounds();
    expect(news).toEqual(['sent a b', 'sent c', 'a: lost', 'b: lost']);
    answer();
    answer('one');
    await rounds();
    expect(news.at(-1)).toBe('c: one');
  });
});
