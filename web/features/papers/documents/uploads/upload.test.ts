import { describe, expect, test } from 'vitest';
import type { Document } from '#contract/documents.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import { CallError } from '#web/api/call-error.ts';
import { idOfAddress, isPassingFailure, messageOf, transferMessage } from '#web/features/core/uploads/transfer.ts';
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

test('a file over the limit is refused before it is sent, in the words of status 413', () => {
  expect(fileRefusal({ name: 'Photos.png', size: 101 }, rules)).toBe(tooLarge);
  expect(fileRefusal({ name: 'Photos.png', size: 100 }, rules)).toBeNull();
  expect(transferMessage({ status: 413, body: '' }, { sent: 0, byteSize: 9 })).toBe(tooLarge);
});

test('a type that is not taken says which are; an empty file says that it is empty', () => {
  const message = 'This type of file cannot be uploaded here. Taken are pdf, docx and png.';
  expect(fileRefusal({ name: 'setup.exe', size: 5 }, rules)).toBe(message);
  expect(fileRefusal({ name: 'README', size: 5 }, rules)).toBe(message);
  expect(fileRefusal({ name: 'REPORT.PDF', size: 5 }, rules)).toBeNull();
  expect(fileRefusal({ name: 'Report.pdf', size: 0 }, rules)).toBe('This file is empty.');
  expect(acceptedTypes(rules)).toBe('.pdf,.docx,.png');
});

test('only what passes by itself is tried again', () => {
  expect([null, 0, 409, 423, 429, 500, 503].every(isPassingFailure)).toBe(true);
  expect([403, 404, 413, 419, 422].some(isPassingFailure)).toBe(false);
});

test('a refusal by the server shows its own sentence', () => {
  const body = JSON.stringify({ status: 'error', errors: { filename: 'This type of file cannot be uploaded here.' } });
  expect(transferMessage({ status: 422, body }, { sent: 0, byteSize: 9 })).toBe(
    'This type of file cannot be uploaded here.',
  );
  const refused = new CallError({ status: 200, method: 'POST', message: 'This picture has too many pixels.' });
  expect(messageOf(refused)).toBe('This picture has too many pixels.');
});

test('a lost connection says where it goes on', () => {
  expect(transferMessage({ status: null, body: '' }, { sent: 30, byteSize: 100 })).toBe(
    'The connection broke off at 30%. Try again to go on from there.',
  );
});

test('the upload’s id is the last part of its address', () => {
  expect(idOfAddress('https://dais.example/ajax/uploads/4f6c')).toBe('4f6c');
  expect(idOfAddress('/ajax/uploads/4f6c/')).toBe('4f6c');
});

const target = { kind: 'agenda-item', id: 'item-1' } as const;
const document = { id: 'd1', title: 'Budget' } as Document;

function upload(given: Partial<Upload> = {}): Upload {
  return {
    id: 'u1',
    name: 'Budget.pdf',
    extension: 'pdf',
    byteSize: 8_598_323,
    slot: 'new-1',
    target,
    evenTwice: false,
    state: { kind: 'waiting' },
    ...given,
  };
}

const follow = (first: Upload, ...events: UploadEvent[]): Upload => events.reduce(afterEvent, first);

describe('the upload status changes per file', () => {
  test('a file waits, is sent with its progress, is saved, and is uploaded', () => {
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

  test('a broken connection shows, and the next bytes clear it', () => {
    const broken = follow(
      upload(),
      { kind: 'started' },
      { kind: 'progressed', sent: 4_299_162 },
      { kind: 'interrupted' },
    );
    expect(uploadStatus(broken)).toEqual({
      kind: 'uploading',
      percent: 50,
      text: 'Connection lost at 50%, trying again',
    });
    expect(follow(broken, { kind: 'progressed', sent: 4_400_000 }).state.kind).toBe('uploading');
  });

  test('a failed transfer starts again from waiting; a failed saving sends no byte twice', () => {
    const failed = follow(upload(), { kind: 'started' }, { kind: 'failed', message: 'No' });
    expect(follow(failed, { kind: 'retried' }).state).toEqual({ kind: 'waiting' });
    const unsaved = follow(
      upload(),
      { kind: 'started' },
      { kind: 'arrived', uploadId: 'tus-1' },
      { kind: 'failed', message: 'Something went wrong. Please refresh and try again.' },
    );
    expect(uploadStatus(unsaved).kind).toBe('failed');
    expect(follow(unsaved, { kind: 'retried' }).state).toEqual({ kind: 'saving', uploadId: 'tus-1' });
  });

  test('a file whose content is refused cannot be tried again', () => {
    const message = 'The content of this file does not match its name.';
    const refused = follow(
      upload(),
      { kind: 'started' },
      { kind: 'arrived', uploadId: 'tus-1' },
      { kind: 'refused', message },
    );
    expect(uploadStatus(refused)).toEqual({ kind: 'failed', text: message });
    expect(afterEvent(refused, { kind: 'retried' })).toBe(refused);
  });
});

test('what arrives before its item is saved waits for it and is attached then', () => {
  const arrived = follow(upload({ target: null }), { kind: 'started' }, { kind: 'arrived', uploadId: 'tus-1' });
  expect(arrived.state.kind).toBe('arrived');
  expect(isUnderWay(arrived)).toBe(true);
  // Not for want of a title alone: its draft may have one, and not be saved for another reason.
  expect(uploadStatus(arrived).text).toBe('Uploaded; kept once this is saved');
  expect(follow(arrived, { kind: 'placed', target })).toMatchObject({
    target,
    state: { kind: 'saving', uploadId: 'tus-1' },
  });
});

test('an upload is a row of its slot, then of its home, until a list has shown its document', () => {
  const arrived = follow(upload({ target: null }), { kind: 'started' }, { kind: 'arrived', uploadId: 'tus-1' });
  expect([isRowOf(arrived, 'new-1', null), isRowOf(arrived, 'new-2', target)]).toEqual([true, false]);
  const kept = follow(arrived, { kind: 'placed', target }, { kind: 'attached', document });
  expect([isRowOf(kept, 'new-1', null), isRowOf(kept, 'new-1', target)]).toEqual([false, true]);
  const listed = afterEvent(kept, { kind: 'listed' });
  expect(isRowOf(listed, 'new-1', target)).toBe(false);
  expect(afterEvent(listed, { kind: 'listed' })).toBe(listed);
  // A row under way is no document yet.
  expect(afterEvent(arrived, { kind: 'listed' })).toBe(arrived);
});

test('an item saved while its file is still being sent does not disturb the sending', () => {
  const moving = follow(upload({ target: null }), { kind: 'started' }, { kind: 'placed', target });
  expect(moving).toMatchObject({ target, state: { kind: 'uploading' } });
  expect(follow(moving, { kind: 'arrived', uploadId: 'tus-1' }).state.kind).toBe('saving');
});

test('a file that waits for its item is attached nowhere, until it is placed or its item is saved', () => {
  const waiting = follow(
    upload({ target: null, slot: 'waiting' }),
    { kind: 'started' },
    { kind: 'arrived', uploadId: 'tus-1' },
  );
  expect(waiting.state.kind).toBe('arrived');
  expect(afterEvent(waiting, { kind: 'placed', target })).toMatchObject({ target, state: { kind: 'saving' } });
  const slotted = afterEvent(waiting, { kind: 'slotted', slot: 'new-1' });
  expect([isRowOf(slotted, 'waiting', null), isRowOf(slotted, 'new-1', null)]).toEqual([false, true]);
  // What has its place keeps it.
  const placed = afterEvent(waiting, { kind: 'placed', target });
  expect(afterEvent(placed, { kind: 'slotted', slot: 'new-1' })).toBe(placed);
});

test('late news of an upload that has ended changes nothing', () => {
  const refused = upload({ state: { kind: 'refused', message: 'Too large' } });
  expect(afterEvent(refused, { kind: 'progressed', sent: 1 })).toBe(refused);
  expect(afterEvent(refused, { kind: 'retried' })).toBe(refused);
});

test('papers that are not there are named by their targets: refused or failed until they are retried, or under way', () => {
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

test('a file that is there already waits for a word, and is then added all the same', () => {
  const saving = upload({ state: { kind: 'saving', uploadId: 'u' } });
  const there = afterEvent(saving, { kind: 'failed', message: uploadMessages.sameFile('Budget') });
  expect([isSameFile(there.state), uploadStatus(there).text]).toEqual([
    true,
    'This file is here already, as “Budget”.',
  ]);
  const again = afterEvent(there, { kind: 'retried' });
  expect([again.evenTwice, again.state]).toEqual([true, { kind: 'saving', uploadId: 'u' }]);
  const cut = afterEvent(saving, { kind: 'failed', message: 'Too slow' });
  expect([isSameFile(cut.state), afterEvent(cut, { kind: 'retried' }).evenTwice]).toEqual([false, false]);
});

test('of many files it is counted how many have arrived, until the last has', () => {
  const arrived = upload({ state: { kind: 'uploaded', document, isListed: false } });
  const refused = upload({ state: { kind: 'refused', message: 'Too large' } });
  expect(uploadProgress([arrived, arrived, upload(), refused])).toEqual({ arrived: 2, all: 3 });
  for (const others of [[arrived, arrived], [upload()], []]) expect(uploadProgress(others)).toBeNull();
});

test('three files are sent at once, the others in the order in which they were added', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((id) => upload({ id }));
  expect(nextToStart(five).map((each) => each.id)).toEqual(['a', 'b', 'c']);
  const running = five.map((each, index) => (index < 2 ? follow(each, { kind: 'started' }) : each));
  expect(nextToStart(running).map((each) => each.id)).toEqual(['c']);
  const broken = running.map((each) => afterEvent(each, { kind: 'interrupted' }));
  expect(nextToStart(broken).map((each) => each.id)).toEqual(['c']);
});

test('a paper knows which of those chosen after it are there already, of its own target alone', () => {
  const there = (id: string, at: Upload['target'] = target) =>
    upload({ id, target: at, state: { kind: 'uploaded', document: { id: `doc-${id}` } as Document, isListed: false } });
  const other = { kind: 'meeting', id: 'm' } as const;
  const all = [there('a'), upload({ id: 'b' }), upload({ id: 'c' }), there('d', other), there('e'), there('f')];
  expect(nextAttachedId(all, 'b')).toBe('doc-e');
  expect(nextAttachedId(all, 'f')).toBeNull();
});
