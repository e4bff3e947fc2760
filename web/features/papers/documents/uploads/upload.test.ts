import { describe, expect, test } from 'vitest';
import type { Document } from '#contract/documents.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import { idOfAddress, isPassingFailure, transferMessage } from '#web/features/core/uploads/transfer.ts';
import {
  acceptedTypes,
  afterEvent,
  fileRefusal,
  isRowOf,
  isSameFile,
  isUnderWay,
  missingPapers,
  nextAttachedId,
  nextToStart,
  type Upload,
  type UploadEvent,
  uploadProgress,
  uploadStatus,
} from './upload.ts';

const rules = { upload_types: ['pdf', 'docx', 'png'], upload_bytes_max: 100 };
const tooLarge = 'The document you are trying to upload is too large!';

test('a file over the size limit is rejected before it is sent, with the same message as for status 413', () => {
  expect(fileRefusal({ name: 'Photos.png', size: 101 }, rules)).toBe(tooLarge);
  expect(fileRefusal({ name: 'Photos.png', size: 100 }, rules)).toBeNull();
  const failed = (status: number | null, body = '') => transferMessage({ status, body }, { sent: 30, byteSize: 100 });
  expect(failed(413)).toBe(tooLarge);
  const message = 'This type of file cannot be uploaded here.';
  expect(failed(422, JSON.stringify({ status: 'error', errors: { filename: message } }))).toBe(message);
  expect(failed(null)).toBe('The connection was lost at 30%. Try again to continue from there.');
});

test('an empty file or a file of the wrong type is rejected with the reason', () => {
  const message = 'This type of file cannot be uploaded here. Allowed types: pdf, docx and png.';
  expect(fileRefusal({ name: 'setup.exe', size: 5 }, rules)).toBe(message);
  expect(fileRefusal({ name: 'README', size: 5 }, rules)).toBe(message);
  expect(fileRefusal({ name: 'REPORT.PDF', size: 5 }, rules)).toBeNull();
  expect(fileRefusal({ name: 'Report.pdf', size: 0 }, rules)).toBe('This file is empty.');
  expect(acceptedTypes(rules)).toBe('.pdf,.docx,.png');
});

test('only temporary failures of an upload are retried', () => {
  expect([null, 0, 409, 423, 429, 500, 503].every(isPassingFailure)).toBe(true);
  expect([403, 404, 413, 419, 422].some(isPassingFailure)).toBe(false);
  for (const address of ['https://dais.example/ajax/uploads/4f6c', '/ajax/uploads/4f6c/']) {
    expect(idOfAddress(address)).toBe('4f6c');
  }
});

const target = { kind: 'agenda-item', id: 'item-1' } as const;
const document = { id: 'd1', title: 'Budget' } as Document;

const upload = (given: Partial<Upload> = {}): Upload => ({
  id: 'u1',
  name: 'Budget.pdf',
  extension: 'pdf',
  byteSize: 8_598_323,
  slot: 'new-1',
  target,
  evenTwice: false,
  state: { kind: 'waiting' },
  ...given,
});

const follow = (first: Upload, ...events: UploadEvent[]): Upload => events.reduce(afterEvent, first);
const started = follow(upload(), { kind: 'started' });

describe('the status of an uploaded file', () => {
  test('changes from waiting to uploading with progress, saving, and uploaded', () => {
    const sent = follow(upload(), { kind: 'started' }, { kind: 'progressed', sent: 5_373_952 });
    expect(uploadStatus(upload())).toEqual({ kind: 'waiting', text: 'Waiting, 8.2 MB' });
    expect(uploadStatus(sent)).toEqual({ kind: 'uploading', percent: 62, text: '62% of 8.2 MB' });
    const saving = follow(sent, { kind: 'arrived', uploadId: 'tus-1' });
    expect(saving.state).toEqual({ kind: 'saving', uploadId: 'tus-1' });
    expect(uploadStatus(follow(saving, { kind: 'attached', document }))).toEqual({
      kind: 'uploaded',
      text: 'Uploaded, 8.2 MB',
    });
  });

  test('shows a lost connection until more bytes are sent', () => {
    const broken = follow(started, { kind: 'progressed', sent: 4_299_162 }, { kind: 'interrupted' });
    expect(uploadStatus(broken)).toEqual({
      kind: 'uploading',
      percent: 50,
      text: 'Connection lost at 50%, trying again',
    });
    expect(follow(broken, { kind: 'progressed', sent: 4_400_000 }).state.kind).toBe('uploading');
  });

  test('returns to waiting or saving when a failed upload is retried', () => {
    const failed = follow(upload(), { kind: 'started' }, { kind: 'failed', message: 'No' });
    expect(follow(failed, { kind: 'retried' }).state).toEqual({ kind: 'waiting' });
    const unsaved = follow(
      started,
      { kind: 'arrived', uploadId: 'tus-1' },
      { kind: 'failed', message: 'Something went wrong. Please refresh and try again.' },
    );
    expect(uploadStatus(unsaved).kind).toBe('failed');
    expect(follow(unsaved, { kind: 'retried' }).state).toEqual({ kind: 'saving', uploadId: 'tus-1' });
  });

  test('remains rejected, even if late events arrive', () => {
    const message = 'The content of this file does not match its name.';
    const refused = follow(started, { kind: 'arrived', uploadId: 'tus-1' }, { kind: 'refused', message });
    expect(uploadStatus(refused)).toEqual({ kind: 'failed', text: message });
    for (const late of [{ kind: 'retried' }, { kind: 'progressed', sent: 1 }] as const) {
      expect(afterEvent(refused, late)).toBe(refused);
    }
  });
});

test('an uploaded file waits for its item and is attached when the item is saved', () => {
  const arrived = follow(upload({ target: null }), { kind: 'started' }, { kind: 'arrived', uploadId: 'tus-1' });
  expect(arrived.state.kind).toBe('arrived');
  expect(isUnderWay(arrived)).toBe(true);
  expect(uploadStatus(arrived).text).toBe('Uploaded. It will be added when you save.');
  const saving = { target, state: { kind: 'saving', uploadId: 'tus-1' } };
  expect(follow(arrived, { kind: 'placed', target })).toMatchObject(saving);
  const moving = follow(upload({ target: null }), { kind: 'started' }, { kind: 'placed', target });
  expect(moving).toMatchObject({ target, state: { kind: 'uploading' } });
  expect(follow(moving, { kind: 'arrived', uploadId: 'tus-1' })).toMatchObject(saving);
});

test('an upload is shown with its item before and after the item is saved, until the document is listed', () => {
  const arrived = follow(upload({ target: null }), { kind: 'started' }, { kind: 'arrived', uploadId: 'tus-1' });
  expect([isRowOf(arrived, 'new-1', null), isRowOf(arrived, 'new-2', target)]).toEqual([true, false]);
  const kept = follow(arrived, { kind: 'placed', target }, { kind: 'attached', document });
  expect([isRowOf(kept, 'new-1', null), isRowOf(kept, 'new-1', target)]).toEqual([false, true]);
  const listed = afterEvent(kept, { kind: 'listed' });
  expect(isRowOf(listed, 'new-1', target)).toBe(false);
  expect(afterEvent(listed, { kind: 'listed' })).toBe(listed);
  expect(afterEvent(arrived, { kind: 'listed' })).toBe(arrived);
});

test('a file without an item can be assigned to a new item or attached to an existing one', () => {
  const waiting = upload({ target: null, slot: 'waiting', state: { kind: 'arrived', uploadId: 'tus-1' } });
  const slotted = afterEvent(waiting, { kind: 'slotted', slot: 'new-1' });
  expect([isRowOf(slotted, 'waiting', null), isRowOf(slotted, 'new-1', null)]).toEqual([false, true]);
  const placed = afterEvent(waiting, { kind: 'placed', target });
  expect(placed).toMatchObject({ target, state: { kind: 'saving' } });
  expect(afterEvent(placed, { kind: 'slotted', slot: 'new-1' })).toBe(placed);
});

test('the missing papers of a meeting are the failed and unfinished uploads to the meeting and its items', () => {
  const failed = { kind: 'failed', message: 'Too slow', sent: 0, uploadId: null, isSameFile: false } as const;
  const given = [
    upload({ name: 'notes.exe', target, state: { kind: 'refused', message: 'Not a type that is taken' } }),
    upload({ name: 'Budget.pdf', target, state: failed }),
    upload({ name: 'Plan.pdf', target, state: { kind: 'waiting' } }),
    upload({ name: 'Elsewhere.pdf', target: { kind: 'meeting', id: 'm2' }, state: failed }),
    upload({ name: 'Nowhere.pdf', target: null, state: failed }),
    upload({ name: 'Twice.pdf', target, state: { ...failed, isSameFile: true } }),
  ];
  expect(missingPapers(given, ['m1', 'item-1'])).toEqual({
    notUploaded: ['notes.exe', 'Budget.pdf'],
    underWay: ['Plan.pdf'],
  });
  expect(
    missingPapers(
      given.map((each) => afterEvent(each, { kind: 'retried' })),
      ['item-1'],
    ),
  ).toEqual({ notUploaded: ['notes.exe'], underWay: ['Budget.pdf', 'Plan.pdf', 'Twice.pdf'] });
});

test('a duplicate file is added only after confirmation', () => {
  const saving = upload({ state: { kind: 'saving', uploadId: 'u' } });
  const there = afterEvent(saving, { kind: 'failed', message: uploadMessages.sameFile('Budget') });
  expect([isSameFile(there.state), uploadStatus(there).text]).toEqual([
    true,
    'This file has already been added as “Budget”.',
  ]);
  const again = afterEvent(there, { kind: 'retried' });
  expect([again.evenTwice, again.state]).toEqual([true, { kind: 'saving', uploadId: 'u' }]);
  const cut = afterEvent(saving, { kind: 'failed', message: 'Too slow' });
  expect([isSameFile(cut.state), afterEvent(cut, { kind: 'retried' }).evenTwice]).toEqual([false, false]);
});

test('the progress of many files is counted until all have arrived', () => {
  const arrived = upload({ state: { kind: 'uploaded', document, isListed: false } });
  const refused = upload({ state: { kind: 'refused', message: 'Too large' } });
  expect(uploadProgress([arrived, arrived, upload(), refused])).toEqual({ arrived: 2, all: 3 });
  for (const others of [[arrived, arrived], [upload()], []]) expect(uploadProgress(others)).toBeNull();
});

test('at most three files are sent at a time, in order', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((id) => upload({ id }));
  expect(nextToStart(five).map((each) => each.id)).toEqual(['a', 'b', 'c']);
  const running = five.map((each, index) => (index < 2 ? follow(each, { kind: 'started' }) : each));
  expect(nextToStart(running).map((each) => each.id)).toEqual(['c']);
  const broken = running.map((each) => afterEvent(each, { kind: 'interrupted' }));
  expect(nextToStart(broken).map((each) => each.id)).toEqual(['c']);
});

test('uploaded papers are attached in their original order, even if later ones finish first', () => {
  const there = (id: string, at: Upload['target'] = target) =>
    upload({ id, target: at, state: { kind: 'uploaded', document: { id: `doc-${id}` } as Document, isListed: false } });
  const other = { kind: 'meeting', id: 'm' } as const;
  const all = [there('a'), upload({ id: 'b' }), upload({ id: 'c' }), there('d', other), there('e'), there('f')];
  expect(nextAttachedId(all, 'b')).toBe('doc-e');
  expect(nextAttachedId(all, 'f')).toBeNull();
});
