// Writes server/db/generated.ts from the migrations, using a temporary migrated cluster and kysely-codegen.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { migrate } from '#server/db/migrate.ts';
import { startEmbeddedPostgres } from '#server/integrations/postgres/start-embedded-postgres.ts';

const acceptance = "'none' | 'accepted' | 'accepted-remote' | 'accepted-in-person' | 'declined'";
const unions = {
  'boards.date_style': "Generated<'mdy' | 'dmy' | 'iso'>",
  'boards.first_day': "Generated<'sunday' | 'monday' | 'saturday'>",
  'boards.paper_size': "Generated<'letter' | 'a4'>",
  'boards.watermark': "Generated<'off' | 'downloads'>",
  'members.status': "'invited' | 'active' | 'inactive'",
  'meetings.type': "'hybrid' | 'in-person' | 'remote'",
  'meeting_defaults.type': "'hybrid' | 'in-person' | 'remote'",
  'meeting_templates.type': "'hybrid' | 'in-person' | 'remote'",
  'meetings.state': "Generated<'draft' | 'finding-date' | 'published' | 'cancelled'>",
  'date_answers.answer': "'yes' | 'if-need-be' | 'no'",
  'polls.choice': "'single' | 'multiple'",
  'action_items.state': "Generated<'open' | 'in-progress' | 'done' | 'dropped'>",
  'action_item_changes.field': "'title' | 'notes' | 'owner' | 'due_on' | 'state'",
  'written_resolutions.state':
    "Generated<'draft' | 'circulating' | 'passed' | 'not-passed' | 'withdrawn' | 'to-meeting'>",
  'written_resolutions.needs': "'all' | 'majority' | null",
  'written_resolutions.ballots_shown_to': "'desk' | 'body' | 'audience' | null",
  'written_ballots.choice': "'for' | 'against' | 'abstain'",
  'polls.results': "'always' | 'after-answering' | 'after-closing'",
  'former_invitees.acceptance': acceptance,
  'invitees.acceptance': `Generated<${acceptance}>`,
  'document_versions.preview_state': "Generated<'none' | 'waiting' | 'made' | 'failed'>",
  'profile_fields.filled_by': "'member' | 'admin'",
  'profile_fields.kind': "'text' | 'long-text' | 'email' | 'phone' | 'url' | 'date' | 'choice' | 'address'",
  'profile_fields.visibility': "Generated<'everyone' | 'admins'>",
  'passkey_challenges.purpose': "'add' | 'sign-in' | 'second-factor' | 'confirm' | 'join'",
  'users.viewer_size': "Generated<'normal' | 'maximized'>",
  'users.theme': "Generated<'system' | 'light' | 'dark'>",
};

export function generateTypes(ownerUrl: string, file: string): void {
  execFileSync(
    join(import.meta.dirname, '../node_modules/.bin/kysely-codegen'),
    [
      '--dialect',
      'postgres',
      '--out-file',
      file,
      '--default-schema',
      'public',
      '--exclude-pattern',
      '{migrations,graphile_worker.*,schema_tools.*}',
      '--type-mapping',
      JSON.stringify({ int8: 'number' }),
      '--overrides',
      JSON.stringify({ columns: unions }),
    ],
    { stdio: 'pipe', env: { ...process.env, DATABASE_URL: ownerUrl } },
  );
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dais-types-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) });
  try {
    await migrate(postgres);
    generateTypes(postgres.ownerUrl, 'server/db/generated.ts');
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await main();
