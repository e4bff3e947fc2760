import { expect, test } from 'vitest';
import { isGuessablePassword } from './guessable-password.ts';

const known = ['Dais', 'Harbour Trust', 'Zoë', 'Brandão', 'zoe.brandao@harbour.example'];

test.each([
  'Password2026!',
  'harbourtrust1',
  'HARBOUR-board',
  'brandao.2026',
  'Zoë-Brandão-1',
  'boardmeeting',
  'welcome12345',
])('%s is little more than what anybody knows', (password) => {
  expect(isGuessablePassword(password, known)).toBe(true);
});

test.each(['correct horse battery', 'harbour lamps at noon', '4815162342', 'mountains of yes', '🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪'])(
  '%s is not',
  (password) => {
    expect(isGuessablePassword(password, known)).toBe(false);
  },
);

test('a name of three letters is in too many words to count', () => {
  expect(isGuessablePassword('annual1234', ['Ann'])).toBe(false);
});
