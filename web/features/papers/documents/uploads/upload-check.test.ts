import { expect, test } from 'vitest';
import { CallError } from '#web/api/call-error.ts';
import { idOfAddress } from '#web/features/core/uploads/transfer.ts';
import { isPassingFailure, messageOf, transferMessage } from '#web/features/core/uploads/upload-failure.ts';
import { acceptedTypes, fileRefusal } from './upload-check.ts';

const rules = { upload_types: ['pdf', 'docx', 'png'], upload_bytes_max: 100 };
const tooLarge = 'The document you are trying to upload is too large!';

test('S8.1 a file over the limit is refused before it is sent, in the words of status 413', () => {
  expect(fileRefusal({ name: 'Photos.png', size: 101 }, rules)).toBe(tooLarge);
  expect(fileRefusal({ name: 'Photos.png', size: 100 }, rules)).toBeNull();
  expect(transferMessage({ status: 413, body: '' }, { sent: 0, byteSize: 9 })).toBe(tooLarge);
});

test('a type that is not taken says which are; an empty file says that it is empty', () => {
  const told = 'This type of file cannot be uploaded here. Taken are pdf, docx and png.';
  expect(fileRefusal({ name: 'setup.exe', size: 5 }, rules)).toBe(told);
  expect(fileRefusal({ name: 'README', size: 5 }, rules)).toBe(told);
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
