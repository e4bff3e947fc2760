import { isGuessablePassword } from '#domain/guessable-password.ts';
import { passwordMessages } from '#domain/later-messages.ts';
import { invalid } from '#server/errors.ts';
import { isKnownPassword } from './known-passwords.ts';

/**
 * Refuses, under the field `password`, what whoever guesses tries first (ASVS 6.2.4, 6.2.11, 6.2.12). To be asked wherever a
 * password is set. `known`: the names of the product, the board and the user.
 */
export function refuseEasyPassword(password: string, known: readonly string[]): void {
  if (isKnownPassword(password)) throw invalid({ password: passwordMessages.known });
  if (isGuessablePassword(password, known)) throw invalid({ password: passwordMessages.guessable });
}
