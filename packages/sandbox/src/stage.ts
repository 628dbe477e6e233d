import type { Answer, Dialect, PlayedRegister, Question } from './dialect.js';
import { isForced } from './forced-outcomes.js';
import { FOUND_COMPANIES } from './companies/found-companies.js';
import { asksForBlind, listingKey, namesSandbox, sceneAt, scriptedCompanies, BEGAN_AT, type Scene } from './script.js';

const SILENT: Answer = { status: 503, body: { error: true, message: 'Service unavailable' } };

/** A register in each scene of the script. Scenes recur, so each is opened once. */
export class Stage {
  private readonly opened = new Map<string, Dialect>();
  private samples: string[] | undefined;

  private constructor(
    private readonly register: PlayedRegister,
    private readonly folder: string,
  ) {}

  /** `undefined` if the folder has no extract of the register. */
  static of(register: PlayedRegister, folder: string): Stage | undefined {
    const stage = new Stage(register, folder);
    return stage.listing(sceneAt(BEGAN_AT), true) && stage;
  }

  /** Returns three names of companies that exist from the start, without forced names. */
  sampleNames(): string[] {
    this.samples ??= this.at(sceneAt(BEGAN_AT))
      .sampleNames()
      .filter((name) => !isForced(name));
    return this.samples;
  }

  at(scene: Scene): Dialect {
    const dialect = this.listed(scene, true);
    if (!scene.blind) return dialect;
    const without = this.listed(scene, false);
    return {
      answer: (question) => answerInSilence(question, dialect, without),
      sampleNames: () => dialect.sampleNames(),
    };
  }

  private listed(scene: Scene, blind: boolean): Dialect {
    const dialect = this.listing(scene, blind);
    if (!dialect) throw new Error(`the extract of ${this.register.code} is gone`);
    return dialect;
  }

  private listing(scene: Scene, blind: boolean): Dialect | undefined {
    const key = `${listingKey(scene)} ${blind}`;
    const dialect = this.opened.get(key) ?? this.open(scene, blind);
    if (dialect) this.opened.set(key, dialect);
    return dialect;
  }

  private open(scene: Scene, blind: boolean): Dialect | undefined {
    const scripted = scriptedCompanies(scene, this.register.vocabulary.script ?? {}, blind);
    return this.register.open(this.folder, [...FOUND_COMPANIES, ...scripted]);
  }
}

/**
 * Stays silent for one company only: if the request names it, or asks by a number that would be
 * answered differently without it.
 */
function answerInSilence(question: Question, dialect: Dialect, without: Dialect): Answer {
  const asked = [question.path, ...question.query.values(), question.body.replace(/%[0-9a-f]{2}|[+]/gi, ' ')].join(
    '\n',
  );
  if (asksForBlind(asked)) return SILENT;
  const answer = dialect.answer(question);
  if (namesSandbox(asked)) return answer;
  return JSON.stringify(answer.body) === JSON.stringify(without.answer(question).body) ? answer : SILENT;
}
