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

describe('what waits to share one way', () => {
  it('goes together when it comes together, one group at a time', async () => {
    const { news, ask } = elsewhere();
    void ask('a');
    void ask('b');
    await rounds();
    void ask('c');
    await rounds();
    expect(news).toEqual(['sent a b']);
  });

  it('is on its way before those of the group before are answered', async () => {
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

  it('is answered by what went wrong with its own group, and the next goes all the same', async () => {
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
