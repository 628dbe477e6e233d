import { setTimeout as sleep } from 'node:timers/promises';
import { applyDecorators, Post } from '@nestjs/common';
import { AppError } from '../core/errors.js';
import { StillRunning } from '../core/idempotency/run-idempotently.js';
import { Reads } from '../modules/http/route.decorators.js';
import { goTo, page, type Answering, type PageAnswer, type Rendering } from './page-answers.js';
import { Sure, type Confirmation } from './pages/sure.js';
import { CONFIRMED_FIELD, fieldsOf, repeatKey, type Fields } from './read-form.js';
import { noteSentForm } from './sent-form.js';

/** A POST route that reads an HTML form. */
export function Form(path = ''): MethodDecorator {
  return applyDecorators(Post(path), Reads('form'));
}

/** A form as it was sent. */
export interface Sent extends Rendering {
  fields: Fields;
  /** Its Idempotency-Key. Throws `VALIDATION_ERROR` for one that the API does not accept. */
  readonly key: string | undefined;
}

export interface FormAction<T, D> {
  /** The fields, where the request's body has more than texts. */
  fields?: Fields;
  /** Reads the fields; without it, `run` gets them as they are. */
  body?: { read: (fields: Fields) => T };
  /**
   * The page of the form, which shows a problem that the person can correct with the typed values.
   * Other problems get a page of their own.
   */
  again?: (fields: Fields) => Answering;
  /** Asked on a separate page, if not `undefined`; the form then runs once for each such page. */
  confirm?: (input: T) => Confirmation | undefined | Promise<Confirmation | undefined>;
  /** Runs once, however often the form is sent. */
  once?: boolean;
  /** Its outcome is stored if the form runs once, so it must hold no secrets. */
  run: (input: T, sent: Sent) => D | Promise<D>;
  /** The path of the next page, which shows `notice`; or an answer. */
  next: string | ((done: D, input: T) => string | Answering);
  notice?: string;
}

/** Answers a form. A repeated one waits for the first one. */
export function form<D, T = Fields>({ fields: given, again, ...action }: FormAction<T, D>): PageAnswer {
  return async (on) => {
    const fields = given ?? fieldsOf(on.request);
    try {
      return await afterTheFirst(async () => (await answer(action, on, fields))(on));
    } catch (error) {
      if (!again || !(error instanceof AppError) || !noteSentForm(on.request, fields, error)) throw error;
      return (await again(fields))(on);
    }
  };
}

async function answer<T, D>(action: FormAction<T, D>, on: Rendering, fields: Fields): Promise<PageAnswer> {
  const { body, confirm, once = false, run, next, notice } = action;
  const input = body ? body.read(fields) : (fields as T);
  const isConfirmed = confirm !== undefined && fields[CONFIRMED_FIELD] === 'yes';
  const asked = isConfirmed ? undefined : await confirm?.(input);
  if (asked) return page({ title: 'Are you sure?', narrow: true }, <Sure {...asked} fields={fields} />);
  const sent = {
    ...on,
    fields,
    get key() {
      return repeatKey(fields);
    },
  };
  const work = async () => run(input, sent);
  const done = once || isConfirmed ? await on.once(fields, work) : await work();
  const then = typeof next === 'string' ? next : await next(done, input);
  return typeof then === 'string' ? goTo(then, notice) : then;
}

/** Interval at which a repeated form checks for the first one's outcome. */
const LOOK_AGAIN_MS = 200;
const MAX_LOOKS = 100;

async function afterTheFirst<T>(work: () => Promise<T>): Promise<T> {
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StillRunning)) throw error;
      await sleep(LOOK_AGAIN_MS);
    }
  }
  return work();
}
