-- An invitation makes an account that signs in by a passkey, without a password.
alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges
  add constraint passkey_challenges_purpose_check check (purpose in ('add', 'sign-in', 'second-factor', 'confirm', 'join'));
