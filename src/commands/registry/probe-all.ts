import fs from 'node:fs/promises';
import type { Sandbox } from '@standing/sandbox';
import type { RegisterTable } from '../../adapters/registries/register-table.js';
import { loadSandbox } from '../../bootstrap/load-sandbox.js';
import { packageVersion } from '../../bootstrap/package-version.js';
import { ConfigError, loadConfig } from '../../config.js';
import type { RegisterProbe } from '../../core/registries/probes.js';
import { print } from '../cli/print.js';
import { lineOf, resultOf, type Probed } from './finding.js';
import { probe } from './probe.js';

/**
 * Probes these registers, or all in force, and prints each answer as it comes. A report is a file
 * that a stranger can attach to an issue: it has no key, person, account or path.
 */
export async function probeAll(
  registers: RegisterTable,
  codes: readonly string[],
  report: string | undefined,
): Promise<{ mode: 'live' | 'sandbox'; results: RegisterProbe[] }> {
  const { registryMode: mode, registryUrls: urls, registerCredentials: credentials, sourceTimeoutMs } = loadConfig();
  if (report !== undefined) await write(report, '');
  const at = new Date();
  const sandbox = await startedSandbox(mode);
  const probed: Probed[] = [];
  try {
    const asked = codes.length > 0 ? codes : askable(registers, sandbox);
    const settings = { registers, mode, urls, credentials, timeoutMs: sourceTimeoutMs };
    for await (const one of probe({ codes: asked, settings, sandbox })) {
      print(lineOf(one));
      probed.push(one);
    }
  } finally {
    await sandbox?.close();
  }
  const found = [...new Set(probed.map(({ code }) => code))];
  const results = found.flatMap(
    (code) =>
      resultOf(
        code,
        probed.filter((one) => one.code === code),
        at,
      ) ?? [],
  );
  if (report !== undefined) await write(report, reportOf(mode, at, results));
  return { mode, results };
}

/** The image for production has no sandbox: registers are then asked, and compared with nothing. */
async function startedSandbox(mode: 'live' | 'sandbox'): Promise<Sandbox | undefined> {
  try {
    const { startSandbox } = await loadSandbox();
    return await startSandbox();
  } catch (error) {
    if (mode === 'live' && error instanceof ConfigError) return undefined;
    throw error;
  }
}

function askable({ facts, connections, formats }: RegisterTable, sandbox: Sandbox | undefined): string[] {
  const codes = facts.map(({ code }) => code);
  const asked = codes.filter((code) => sandbox?.codes.includes(code) ?? connections.has(code));
  return [...asked, ...formats.map(({ code }) => code)];
}

function reportOf(mode: 'live' | 'sandbox', at: Date, results: readonly RegisterProbe[]): string {
  const registers = results.map(({ jurisdiction: code, verdict, fields, answerMs }) => ({
    code,
    verdict,
    fields,
    ...(answerMs !== undefined && { answer_ms: answerMs }),
  }));
  const report = { standing: packageVersion(), mode, day: at.toISOString().slice(0, 10), registers };
  return `${JSON.stringify(report, null, 2)}\n`;
}

async function write(file: string, text: string): Promise<void> {
  await fs.writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`the report cannot be written (${error.code ?? 'unknown error'})`);
  });
}
