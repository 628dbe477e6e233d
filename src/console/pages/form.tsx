import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { SentForm } from '../sent-form.js';
import { useView } from './view.js';

const Sent = createContext<SentForm | undefined>(undefined);

/** In a form that was sent, fields keep their values and show their problems. */
export function FormFields({ to, children }: { to: string; children: ComponentChildren }) {
  const { sent } = useView();
  return <Sent.Provider value={sent?.to === to ? sent : undefined}>{children}</Sent.Provider>;
}

/** Whether a collapsed form was sent and must be shown open. */
export function useWasSent(to: string): boolean {
  return useView().sent?.to === to;
}

/** Shown above a page whose form failed. */
export function SentAlert() {
  const { sent } = useView();
  if (!sent) return null;
  const { problems, shown } = sent;
  const elsewhere = [...problems].filter(([field]) => !shown.has(field)).map(([, words]) => words);
  const [marked] = [...problems.keys()].filter((field) => shown.has(field));
  return (
    <p class="wrong across" role="alert">
      {elsewhere.length > 0 ? elsewhere.join(' ') : 'Nothing was done yet. Check the marked field.'}
      {marked === undefined ? null : (
        <>
          {' '}
          <a href={`#${idOf(marked)}`}>Go to the field</a>
        </>
      )}
    </p>
  );
}

const idOf = (name: string) => `problem-${name.replaceAll(/\W/g, '-')}`;

interface Typed {
  /** `undefined` if the form was not sent, or without the field. */
  value: string | undefined;
  problem: string | undefined;
  id: string;
  wasSent: boolean;
}

/** The typed value of a field, and its problem. */
export function useTyped(name: string): Typed {
  const sent = useContext(Sent);
  const problem = sent?.problems.get(name);
  if (problem !== undefined) sent?.shown.add(name);
  return { value: sent?.given[name], problem, id: idOf(name), wasSent: sent !== undefined };
}

type Input = Readonly<Record<string, string | number | boolean | undefined>>;

interface FieldProps {
  name: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  /** Initial value. */
  value?: string | undefined;
  input?: Input;
  /** A field of several lines. */
  rows?: number;
}

/** Values of these are never sent back. */
const UNREPEATED: ReadonlySet<Input[string]> = new Set(['password', 'file']);

export function Field({ name, label, hint, value: first = '', input = {}, rows }: FieldProps) {
  const { value = first, problem, id } = useTyped(name);
  const kept = UNREPEATED.has(input['type']) ? {} : { value };
  return (
    <label>
      {label}
      {rows === undefined ? (
        <input name={name} {...kept} {...invalidIf(problem, id)} {...input} />
      ) : (
        <textarea name={name} rows={rows} {...invalidIf(problem, id)} {...input}>
          {value}
        </textarea>
      )}
      <ProblemWords problem={problem} id={id} />
      {hint === undefined ? null : <span class="hint">{hint}</span>}
    </label>
  );
}

interface BoxProps {
  name: string;
  /** Initially ticked. */
  checked?: boolean;
  children: ComponentChildren;
}

export function Box({ name, checked = false, children }: BoxProps) {
  const { value, wasSent } = useTyped(name);
  return (
    <label class="inline">
      <input type="checkbox" name={name} value="yes" checked={wasSent ? value !== undefined : checked} />
      <span>{children}</span>
    </label>
  );
}

export function invalidIf(problem: string | undefined, id: string) {
  return problem === undefined ? {} : ({ 'aria-invalid': 'true', 'aria-describedby': id } as const);
}

export function ProblemWords({ problem, id }: { problem: string | undefined; id: string }) {
  return problem === undefined ? null : (
    <span class="problem" id={id}>
      {problem}
    </span>
  );
}
