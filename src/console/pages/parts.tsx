import { randomUUID } from 'node:crypto';
import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { findJurisdiction } from '../../core/registries/jurisdictions.js';
import { REPEAT_FIELD } from '../read-form.js';
import { formAction } from '../session/form-token.js';
import { inTimeZone, UTC } from '../time-zone.js';
import { FormFields, invalidIf, ProblemWords, useTyped } from './form.js';
import { useView } from './view.js';

/** The name of a jurisdiction: `Colorado`. */
export const placeName = (code: string) => findJurisdiction(code)?.name ?? code;

const COUNT = new Intl.NumberFormat('en');

export const counted = (value: number) => COUNT.format(value);

/** Rounded for people, because it is an estimate. */
export function duration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 90) return `${counted(seconds)} seconds`;
  return minutes < 90 ? `${counted(minutes)} minutes` : `${counted(Math.ceil(minutes / 60))} hours`;
}

/** `1 credit`, `1,200 credits`. */
export const credits = (value: number) => (value === 1 ? '1 credit' : `${counted(value)} credits`);

/** The time zone that the surrounding table states, if any. */
const StatedZone = createContext<string | undefined>(undefined);

/**
 * A time in the person's zone, with UTC as its tooltip. The clock of the sandbox shows UTC to
 * everyone, because its days begin there.
 */
export function Moment({ at, isSandbox = false }: { at: Date | string | undefined; isSandbox?: boolean }) {
  const { timeZone: own = UTC } = useView();
  const timeZone = isSandbox ? UTC : own;
  const isStated = useContext(StatedZone) === timeZone;
  if (at === undefined) return <>–</>;
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={timeZone === UTC ? undefined : inTimeZone(date, UTC)}>
      {inTimeZone(date, timeZone, isStated)}
    </time>
  );
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: UTC });

/** A date that a register states, such as `9 Mar 2030`. */
export function Day({ at }: { at: string | null | undefined }) {
  if (at === null || at === undefined) return <>–</>;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? <>{at}</> : <time dateTime={at}>{DAY.format(date)}</time>;
}

/** A link below the console. */
export function Link({ to, children, current }: { to: string; children: ComponentChildren; current?: boolean }) {
  const { base } = useView();
  return (
    <a href={base + to} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  );
}

/** A link to another site, if it is one: registers also publish text there. */
export function Elsewhere({ url, children }: { url: string; children: ComponentChildren }) {
  if (!/^https?:\/\//i.test(url)) return <>{children}</>;
  return (
    <a href={url} rel="noopener noreferrer">
      {children}
    </a>
  );
}

interface FormProps {
  to: string;
  children: ComponentChildren;
  className?: string;
  carriesFile?: boolean;
}

/**
 * A form that changes something. It carries the browser's token, and a key that identifies repeats.
 */
export function PostForm({ to, children, className, carriesFile }: FormProps) {
  const { base, token } = useView();
  return (
    <form
      method="post"
      action={formAction(base + to, token)}
      class={className}
      enctype={carriesFile ? 'multipart/form-data' : undefined}
    >
      <input type="hidden" name={REPEAT_FIELD} value={randomUUID()} />
      <FormFields to={to}>{children}</FormFields>
    </form>
  );
}

/** A form that only filters. */
export function FilterForm({ to, children }: FormProps) {
  const { base } = useView();
  return (
    <form method="get" action={base + to} class="filter">
      {children}
    </form>
  );
}

export function Choice(props: {
  name: string;
  label: string;
  values: readonly (readonly [value: string, words: string])[];
  chosen?: string | undefined;
  any?: string;
}) {
  const { name, label, values, any } = props;
  const { value: chosen = props.chosen, problem, id } = useTyped(name);
  return (
    <label>
      {label}
      <select name={name} {...invalidIf(problem, id)}>
        {any === undefined ? null : <option value="">{any}</option>}
        {values.map(([value, words]) => (
          <option key={value} value={value} selected={value === chosen}>
            {words}
          </option>
        ))}
      </select>
      <ProblemWords problem={problem} id={id} />
    </label>
  );
}

export interface TableProps {
  caption: string;
  columns: readonly string[];
  numbers?: readonly string[];
  /** Times of the real clock, or of the clock of watches. The caption states the zone. */
  times?: 'real' | 'watches';
  rows: readonly (readonly ComponentChildren[])[];
}

/** A table, or a card for each row on narrow screens. */
export function Table({ caption, columns, numbers = [], times, rows }: TableProps) {
  const { timeZone = UTC, sandbox } = useView();
  const zone = times === 'watches' && sandbox ? UTC : timeZone;
  const kind = (column: number) => (numbers.includes(columns[column] ?? '') ? 'number' : undefined);
  return (
    <table>
      <caption>
        {caption}
        {times ? <span> · times in {zone}</span> : null}
      </caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={column} scope="col" class={kind(index)}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <StatedZone.Provider value={times && zone}>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, index) => (
                <td key={index} class={kind(index)} data-column={columns[index]}>
                  <div>{cell}</div>
                </td>
              ))}
            </tr>
          ))}
        </StatedZone.Provider>
      </tbody>
    </table>
  );
}

/** A list of names and values; absent values are skipped. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
        .map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}

interface FiguresProps {
  of: readonly (readonly [words: string, value: ComponentChildren, unit?: ComponentChildren])[];
}

/** Figures that are read at a glance. */
export function Figures({ of }: FiguresProps) {
  return (
    <dl class="figures">
      {of.map(([words, value, unit]) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>
            {unit === undefined ? (
              value
            ) : (
              <>
                {value} <small>{unit}</small>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shown in place of an empty list. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}

export function Wrong({ children }: { children: ComponentChildren }) {
  return children ? (
    <p class="wrong across" role="alert">
      {children}
    </p>
  ) : null;
}
