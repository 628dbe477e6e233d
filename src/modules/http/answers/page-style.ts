import { createHash } from 'node:crypto';

/**
 * The stylesheet of all pages: light and dark, from phones upwards. Contrast meets WCAG 2.2 AA: 4.5
 * for text, 3 for borders of controls.
 */
export const STYLE = `
  :root {
    color-scheme: light dark;
    --ink: #1b211f; --quiet: #56605c; --paper: #f6f5f1; --card: #fff; --line: #dcdcd4; --edge: #77807b;
    --accent: #0b6449; --on-accent: #fff; --note: #fdf1cf; --wrong: #fde6e3; --code: #eeeee8;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ink: #e9ebe6; --quiet: #a8b2ad; --paper: #121614; --card: #1b201e; --line: #333b37; --edge: #7f8a85;
      --accent: #63d1a6; --on-accent: #0b1d16; --note: #40340f; --wrong: #4e2220; --code: #252c29;
    }
  }
  * { box-sizing: border-box; }
  body { font: 16px/1.55 system-ui, sans-serif; margin: 0; color: var(--ink); background: var(--paper); }
  header, main, footer { width: min(100% - 2rem, 38rem); margin-inline: auto; }
  .wide > * { width: min(100% - 2rem, 60rem); }
  .sided { display: grid; grid-template-columns: minmax(0, 1fr); }
  .side ul, .contents ul { list-style: none; padding: 0; margin: 0 0 .75rem; }
  .side a, .contents a { display: block; padding: .2rem 0; text-decoration: none; }
  .side a:hover, .contents a:hover { text-decoration: underline; }
  .side a[aria-current] { font-weight: 650; color: inherit; }
  .side h2 { margin: .75rem 0 .1rem; font-size: .9rem; color: var(--quiet); }
  .contents { border-left: 3px solid var(--line); padding-left: 1rem; margin-bottom: 1.5rem; }
  .turn { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 1.5rem; margin-top: 2.5rem; }
  @media (min-width: 64rem) {
    .sided { grid-template-columns: 16rem minmax(0, 60rem); column-gap: 2rem; width: min(100% - 2rem, 80rem); margin-inline: auto; }
    .sided > * { width: auto; margin-inline: 0; }
    .sided > header, .sided > footer { grid-column: 1 / -1; }
    .side { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; margin-top: 1.25rem; }
  }
  @media (max-width: 63.99rem) { .sided > .side { order: 2; } .sided > footer { order: 3; } }
  header { margin-top: clamp(1rem, 6vh, 4rem); }
  main { margin-block: 1.25rem; padding: clamp(1.25rem, 5vw, 2.25rem); background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
  footer { margin-bottom: 3rem; color: var(--quiet); font-size: .9rem; }
  .brand { display: inline-flex; gap: .6rem; align-items: center; font-weight: 650; letter-spacing: .01em; color: inherit; text-decoration: none; }
  .brand svg { width: 1.75rem; height: 1.75rem; color: var(--accent); }
  h1 { font-size: 1.6rem; line-height: 1.2; letter-spacing: -.015em; margin: 0 0 1rem; text-wrap: balance; }
  h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
  p, ul, ol, dl, pre { margin: 0 0 1rem; }
  a { color: var(--accent); text-underline-offset: .15em; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
  .eyebrow { margin: 0 0 .25rem; color: var(--quiet); font-size: .9rem; }
  .note, .wrong { padding: .7rem .9rem; border-radius: .5rem; background: var(--note); }
  .wrong { background: var(--wrong); }
  form { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; margin-top: 1.25rem; }
  form.column { flex-direction: column; align-items: stretch; }
  button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.4rem; border-radius: .5rem; border: 1px solid var(--edge);
    background: transparent; color: var(--ink); cursor: pointer; }
  button.first { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
  form.column button { align-self: start; } .buttons { display: flex; flex-wrap: wrap; gap: .75rem; }
  label { display: grid; gap: .25rem; font-weight: 600; }
  input { font: inherit; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: .5rem; color: var(--ink); background: var(--card); }
  details { margin-top: 1.5rem; } summary { cursor: pointer; min-height: 1.75rem; }
  dl.sum { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .4rem 1rem; }
  dl.sum dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
  dl.sum .total { font-weight: 650; border-top: 1px solid var(--line); padding-top: .4rem; }
  ul.plain { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; }
  ul.plain a { display: inline-block; min-height: 1.5rem; }
  img { display: block; max-width: 100%; height: auto; margin: 0 0 1rem; }
  .table { overflow-x: auto; margin: 0 0 1rem; }
  table { border-collapse: collapse; font-size: .925rem; }
  th, td { text-align: left; vertical-align: top; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); min-width: 6rem; }
  pre { background: var(--code); padding: .7rem .9rem; border-radius: .5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
  pre { position: relative; } .copy { position: absolute; top: .3rem; right: .3rem; min-height: 1.75rem; padding: .1rem .6rem; font-size: .8rem; background: var(--card); }
  pre { font-size: .875rem; } pre code { font-size: inherit; }
  code { font-size: .9em; overflow-wrap: anywhere; }
`;

/** The stylesheet's source in a content security policy. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** The logo: a page with a check mark. */
const SHAPES = (colour: string) =>
  `<rect x="3" y="2" width="26" height="28" rx="6" fill="none" stroke="${colour}" stroke-width="3"/>` +
  `<path d="M10 17l4.5 4.5L22.5 11" fill="none" stroke="${colour}" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/>`;

export const MARK = `<svg viewBox="0 0 32 32" aria-hidden="true">${SHAPES('currentColor')}</svg>`;

/** A colour that is visible on light and dark tabs. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${SHAPES('#15976f')}</svg>`)}`;
