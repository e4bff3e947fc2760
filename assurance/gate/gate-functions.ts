import type pg from 'pg';
import { expect } from 'vitest';

/** Each answers one narrow question before a board is known; a new one is a decision. */
export const gateFunctions = [
  'action_reminders_due',
  'action_reports_due',
  'add_job',
  'add_jobs',
  'add_passkey_challenge',
  'add_user_mail',
  'announcements_due',
  'announcements_to_purge',
  'begin_email_change',
  'begin_provider_sign_in',
  'board_of_announcement',
  'board_of_document',
  'board_of_mail',
  'board_of_meeting',
  'board_of_member',
  'came_by_two_factors',
  'can_remove_password',
  'change_password',
  'confirm_email_change',
  'confirm_session',
  'connections_of',
  'count_mail',
  'create_board',
  'create_user',
  'current_shortname',
  'documents_to_purge',
  'drop_email_change',
  'due_reminders',
  'end_pending_sign_in',
  'end_session',
  'end_sign_ins',
  'enter',
  'expired_uploads',
  'extend_user_mail_lease',
  'fail_provider_sign_in',
  'failed_provider_sign_in',
  'find_action_link',
  'find_board_face',
  'find_connection',
  'find_email_change',
  'find_feed',
  'find_invitation',
  'find_magic_link',
  'find_passkey',
  'find_provider',
  'find_session',
  'find_sign_in',
  'find_visible_picture',
  'forget_words',
  'gave_password_up',
  'has_job',
  'has_password',
  'index_document',
  'index_pages',
  'interest_rounds_due',
  'is_empty_installation',
  'is_password_reset_open',
  'is_pending_sign_in',
  'is_setup_token',
  'is_trusted_device',
  'issue_setup_token',
  'job_health',
  'keep_shortname',
  'keep_vocabulary',
  'learn_words',
  'lease_user_mail',
  'leave_board',
  'list_mail',
  'list_providers',
  'logos_in_use',
  'mail_queue',
  'meetings_to_purge',
  'members_without_feed',
  'minutes_comments_due',
  'muted_mail_of',
  'name_account',
  'name_audiences',
  'name_member',
  'note_device',
  'note_meeting_visits',
  'note_room_connections',
  'note_session_uses',
  'note_user_mail',
  'open_password_reset',
  'opens_by_provider',
  'pending_factors',
  'pictures_in_use',
  'polls_to_close',
  'polls_to_purge',
  'remove_password',
  'remove_provider',
  'request_password_reset',
  'rooms_to_adjourn',
  'save_provider',
  'search_action_items',
  'search_announcements',
  'search_documents',
  'search_meetings',
  'search_minutes',
  'search_motions',
  'search_pages',
  'search_resolutions',
  'search_titles',
  'set_password',
  'set_session_board',
  'set_up',
  'set_user_access',
  'shut_by_provider',
  'similar_words',
  'site_boards',
  'site_providers',
  'site_users',
  'spend_passkey_challenge',
  'start_pending_sign_in',
  'start_session',
  'sweep_account_links',
  'sweep_expired',
  'sweep_mail',
  'switch_provider',
  'take_provider_sign_in',
  'trust_days',
  'try_pending_sign_in',
  'use_password_reset',
  'user_boards',
  'waiting_email',
  'waiting_mail',
  'ways_in',
  'written_resolutions_due',
];

/** They run as the queue's own role. */
const queueFunctions = ['add_job', 'add_jobs', 'has_job', 'job_health'];

/** Each runs as its owner, with a search path that no caller can set, and that ends in the temporary schema. */
export async function runsOnItsOwnPath(client: pg.ClientBase): Promise<void> {
  const found = await client.query<{ proname: string; definer: boolean; owner: string; settings: string[] | null }>(
    `select proname, prosecdef as definer, proowner::regrole::text as owner, proconfig as settings from pg_proc
     where pronamespace = 'gate'::regnamespace order by 1`,
  );
  const path = ['search_path=pg_catalog, public, pg_temp'];
  // How PostgreSQL goes about it, which changes no answer.
  const plans: Readonly<Record<string, readonly string[]>> = { similar_words: ['enable_seqscan=off'] };
  expect(found.rows).toEqual(
    gateFunctions.map((proname) => ({
      ...{ proname, definer: true },
      ...(queueFunctions.includes(proname)
        ? { owner: 'dais_queue', settings: ['search_path=pg_catalog, pg_temp'] }
        : { owner: 'dais_gate', settings: [...path, ...(plans[proname] ?? [])] }),
    })),
  );
}

/** Each may be called by the serving role and its owner alone. */
export async function isCalledByServingRoleAlone(client: pg.ClientBase): Promise<void> {
  const found = await client.query<{ proname: string; callers: string[] }>(
    `select proname, array_agg(distinct case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end)::text[] as callers
     from pg_proc, aclexplode(proacl) acl where pronamespace = 'gate'::regnamespace group by proname, proowner order by 1`,
  );
  expect(found.rows.map(({ proname, callers }) => ({ proname, callers: callers.toSorted() }))).toEqual(
    gateFunctions.map((proname) => ({
      proname,
      callers: [queueFunctions.includes(proname) ? 'dais_queue' : 'dais_gate', 'dais_serving'].toSorted(),
    })),
  );
}
