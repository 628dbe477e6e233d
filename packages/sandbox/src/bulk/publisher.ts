import fs from 'node:fs';
import path from 'node:path';
import type { Answer, Dialect, Question } from '../dialect.js';
import { DEFLATE64, zip } from './zip.js';

/** Where Florida keeps its file, which persons fetch over SFTP. */
const FLORIDA_FILE = '/doc/quarterly/cor/cordata.zip';

/**
 * Florida's share with the one file that matters: its ZIP is packed with Deflate64. `undefined`
 * when the folder has no such file.
 */
export function openFloridaShare(folder: string): Dialect | undefined {
  const file = path.join(folder, 'us-fl.txt');
  if (!fs.existsSync(file)) return undefined;
  return {
    answer: ({ path: asked }) => {
      if (asked !== FLORIDA_FILE) return { status: 404, body: { error: 'Not Found' } };
      const body = zip(new Map([['cordata.txt', fs.readFileSync(file)]]), DEFLATE64);
      return { status: 200, body, headers: { 'content-type': 'application/zip' } };
    },
    sampleNames: () => [],
  };
}

/**
 * Iowa's data hub, which offers dataset 554 as a file: a redirect to a signed address of a store,
 * and there a ZIP without length, digest or ETag, of which no part can be asked for. An address
 * that was not signed gets the store's refusal.
 */
const DATASET = '/api/v1/datasets/554/rows.json';
const STORE = '/store/554/rows.zip';
const SIGNATURE = 'sandbox';

/** `undefined` when the folder has no such file. */
export function openIowaHub(folder: string): Dialect | undefined {
  const file = path.join(folder, 'us-ia.zip');
  if (!fs.existsSync(file)) return undefined;
  return { answer: (question) => answer(question, file), sampleNames: () => [] };
}

function answer({ path: asked, query }: Question, file: string): Answer {
  if (asked === DATASET) {
    return { status: 303, body: '', headers: { location: `/us-ia${STORE}?signature=${SIGNATURE}` } };
  }
  if (asked !== STORE) return { status: 404, body: { error: 'Not Found' } };
  if (query.get('signature') !== SIGNATURE) {
    const body = Buffer.from('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>');
    return { status: 403, body, headers: { 'content-type': 'application/xml' } };
  }
  return { status: 200, body: fs.readFileSync(file), headers: { 'content-type': 'application/zip' } };
}
