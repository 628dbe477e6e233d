import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { MAX_ENTITY_NAME_LENGTH } from '../../core/limits.js';
import { useView } from './view.js';
import { Choice, Empty, FilterForm, Link, placeName, Table, type TableProps } from './parts.js';

/** The query of a page by field of its form. */
type Query = Readonly<Record<string, string>>;

export function inAddress(query: object): Query {
  const texts = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return Object.fromEntries(texts) as Query;
}

interface ShownList {
  wanted: Query;
  /** The query of an address without one. */
  usual: Query;
  /** Cursor of the next page; `undefined` on the last. */
  next: string | undefined;
}

const Shown = createContext<ShownList>({ wanted: {}, usual: {}, next: undefined });
export const ListProvider = Shown.Provider;

/** The query of the shown list. */
export function useWanted(): Query {
  return useContext(Shown).wanted;
}

interface ListingProps extends TableProps {
  /** The page's own path below the console. */
  to: string;
  /** Path of the list as CSV, if it is not the page's with `.csv`. */
  csv?: string;
  /** The filter fields. */
  children: ComponentChildren;
  /** The unfiltered list leaves rows out, which a filter shows. */
  hidesRows?: boolean;
  /** Shown when the list is empty. */
  nothing: ComponentChildren;
}

/** Positions in a list: links to a list of the same filters leave them out. */
const PLACES: ReadonlySet<string> = new Set(['limit', 'offset']);
/** Fewer rows need no filter and no file. */
const MIN_FILTERED = 3;

/** A list with its filters, one page of rows, a link to the next, and the whole as CSV. */
export function Listing({ to, csv = `${to}.csv`, children, nothing, hidesRows = false, ...table }: ListingProps) {
  const { wanted, usual, next } = useContext(Shown);
  const narrowed = Object.entries(wanted).filter(([name, value]) => !PLACES.has(name) && value !== usual[name]);
  const query = (more: string[][]) => {
    const text = new URLSearchParams([...narrowed, ...more]).toString();
    return text && `?${text}`;
  };
  const isWhole = narrowed.length === 0 && !useView().isContinued && !next;
  if (isWhole && table.rows.length === 0) return <Empty>{nothing}</Empty>;
  if (isWhole && table.rows.length < MIN_FILTERED && !hidesRows) return <Table {...table} />;
  return (
    <>
      <FilterForm to={to}>
        {children}
        <button>Filter</button>
      </FilterForm>
      {table.rows.length === 0 ? (
        <Empty>
          <p>{next ? 'Nothing on this page matches; there are more pages.' : 'No matches.'}</p>
        </Empty>
      ) : (
        <Table {...table} />
      )}
      <ul class="more">
        {next ? (
          <li>
            <Link to={to + query([['cursor', next]])}>Next page</Link>
          </li>
        ) : null}
        <li>
          <Link to={csv + query([])}>Download as CSV</Link>
        </li>
      </ul>
    </>
  );
}

/** A text filter of a list. */
export function TextField({ name = 'text', label }: { name?: string; label: string }) {
  const wanted = useWanted();
  return (
    <label>
      {label}
      <input name={name} value={wanted[name] ?? ''} maxLength={MAX_ENTITY_NAME_LENGTH} size={14} autocomplete="off" />
    </label>
  );
}

interface FilterChoiceProps<T extends string> {
  name: string;
  label: string;
  values: readonly T[];
  words?: (value: T) => string;
  /** The choice of no filter; `null` if there is none. */
  any?: string | null;
}

/** A filter by one of several values. */
export function FilterChoice<T extends string>(props: FilterChoiceProps<T>) {
  const { name, label, values, words = String, any = 'any' } = props;
  const wanted = useWanted();
  const pairs = values.map((each) => [each, words(each)] as const);
  return <Choice name={name} label={label} {...(any !== null && { any })} chosen={wanted[name]} values={pairs} />;
}

/** A filter by jurisdiction, by its name. */
export function PlaceChoice() {
  const { jurisdictions: codes } = useView();
  return <FilterChoice name="jurisdiction" label="Jurisdiction" values={codes} words={placeName} />;
}

/** A filter by period; both days are included. */
export function DayFields() {
  const { from = '', to = '' } = useWanted();
  return (
    <>
      <label>
        From
        <input name="from" type="date" value={from} />
      </label>
      <label>
        To
        <input name="to" type="date" value={to} />
      </label>
    </>
  );
}
