// Prints the suites whose long form is due at this commit: those that are about what it changes (since CI_BASE, or its parent), and all of them at
// the first commit of a day, or where the parent is not here to be compared with.
import { execFileSync } from 'node:child_process';
import { changedFiles, longSuites, longSuitesAbout } from './suites.mjs';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const dayOf = (commit) => new Date(git('show', '-s', '--format=%cI', commit)).toISOString().slice(0, 10);

function due() {
  try {
    const base = git('rev-parse', '--verify', process.env.CI_BASE || 'HEAD~1');
    return dayOf(base) === dayOf('HEAD') ? longSuitesAbout(changedFiles(base)) : longSuites();
  } catch {
    return longSuites();
  }
}

process.stdout.write(due().join(' '));
