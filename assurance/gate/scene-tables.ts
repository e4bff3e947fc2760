export const instants = {
  '@now': '2026-11-16T12:00:00Z',
  '@before': '2026-11-16T11:00:00Z',
  '@after': '2026-11-16T13:00:00Z',
} as const;

interface SceneTable {
  readonly table: string;
  /** The prefix of references to this table's rows, such as `user` in `user:own`. Null for a table without an `id`. */
  readonly kind: string | null;
  /** The default column values of a row. `*` is the row's name, and a value such as `$board_id` copies that column. */
  readonly defaults: string;
}

const secret = 'user:*, token_hash=hash:*, expires_at=@after';
const ofMember = 'board:*, member:*';
const ofMeeting = 'board:*, meeting:*';
const tables = `
account_entries: user:*, action=x, at=@before
action_item_reports: ${ofMeeting}
action_items action: board:*, body_id=$board_id, owner_id=member:*, title=T, uid_hash=hash:*, due_on=2026-12-16,
  reminders_from=2026-10-17, created_at=@before
agenda_items item: ${ofMeeting}, position=1, title=T
announcement_readers: ${ofMember}, announcement:*, uid_hash=hash:news-*, first_opened_at=@before,
  last_visited_at=@before
announcements announcement: board:*, audience_id=audience:news-*, title=T, body={}, state=published,
  publish_on=@before
audience_groups: board:*, audience:*, group:*
audience_members: ${ofMember}, audience:*
audiences audience: board:*, whole_board=true
audit_entries: board:*, action=x, subject_kind=x, at=@before
boards board: shortname=zq-*, title='Harbour Trust', time_zone=UTC
calendar_feeds: ${ofMember}, uid_hash=hash:*
categories category: board:*, audience_id=audience:category-*, name=C, position=1
devices device: user:*, token_hash=hash:*, user_agent='', address='', created_at=@before, last_seen_at=@before
document_texts: board:*, version:*, page=1
document_versions version: board:*, document:*, number=1, filename=p.pdf, storage_key=zq/*, byte_size=100,
  sha256=hash:*
documents document: ${ofMeeting}, title=P, extension=pdf, mime_type=application/pdf
email_changes: ${secret}, new_email=new@example.org, created_at=@before
folders folder: board:*, category:*, path={folder:*}, name=F, position=1
former_shortnames: board:*, shortname=zq-was-*
group_members: ${ofMember}, group:*
groups group: board:*, name=*
interest_rounds: board:*
invitations invitation: board:*, member_id=guest:*, email=zq-guest@example.org, first_name=G, last_name=G,
  token_hash=hash:*, created_at=@before, expires_at=@after
invitees: ${ofMember}, meeting:*
magic_links: ${ofMember}, meeting:*, uid_hash=hash:*
mail_messages mail: kind=x, queued_at=@before
meeting_minutes: ${ofMeeting}, begun_at=@before
meeting_reminders: ${ofMeeting}, starts_at=@after, minutes_before=60
meeting_rooms: ${ofMeeting}, body_id=$board_id, called_at=@before, quorum_rule={}
meetings meeting: board:*, audience_id=audience:meeting-*, title=T, type=remote, state=published,
  published_at=@before, starts_at=@before, ends_at=@now
members member: board:*, user:*, status=active, slug=*
minutes_sections section: ${ofMeeting}, number=1, depth=0, position=0, title=T, notes={}
motions motion: ${ofMeeting}, agenda_item_id=item:*, state=proposed, created_at=@before
muted_mail: ${ofMember}
note_destructions: ${ofMeeting}
non_voters: ${ofMember}, body_id=$board_id
paper_authors author: ${ofMeeting}, name=P, email=zq-*@example.org, uid_hash=hash:*
paper_devices paper: ${ofMember}, token_hash=hash:*, user_agent='', registered_at=@before, contact_at=@before,
  synced_at=@before
paper_requests request: board:*, author:*, agenda_item_id=item:*, title=T, due_on=2026-11-16, reminders_from=2026-11-01,
  asked_at=@before
paper_submissions: id=item:*, board:*, request:*, filename=a, extension=pdf, byte_size=1, sha256=hash:*, sent_at=@before,
  storage_key=zq/*
passkey_challenges: challenge=hash:*, browser_hash=hash:browser, purpose=sign-in, expires_at=@after
passkey_handles: user:*, handle=hash:*
passkeys passkey: user:*, credential_id=hash:*, public_key=hash:*, counter=0, transports={}, is_backed_up=false,
  name=Desk, created_at=@before
password_resets reset: ${secret}, email=zq-*@example.org, requested_at=@before
pending_sign_ins pending: ${secret}, remember=true, next=/home, created_at=@before
polls poll: ${ofMeeting}, question=Q, choice=single, is_anonymous=false, results=always
presences: ${ofMember}, meeting:*, mode=remote, arrived_at=@before
provider_connections connection: user:*, provider:*, issuer=https://id.example, subject=*, created_at=@before
provider_sign_ins: state_hash=hash:*, provider:*, browser_hash=hash:browser-*, purpose=sign-in, sealed=hash:sealed-*,
  created_at=@before, expires_at=@after
providers provider: kind=other, name='Harbour ID', issuer=https://id.example, client_id=dais,
  sealed_secret=hash:sealed-*, counts_as_two_factors=false, created_at=@before
recovery_codes: user:*, code_hash=hash:*
sessions session: ${secret}, remember=false, user_agent='', created_at=@before, last_seen_at=@before
setup_tokens: token_hash=hash:*
zone_rules: name=zq-*, source=2026c, since={-infinity}, seconds={0}
signature_requests request: board:*, kind=document, title=T, version_id=board:*, storage_key=*, byte_size=1, sha256=hash:*,
  requested_by=member:*, requested_at=@before, ends_at=@after
signing_confirmations: user:*, about=hash:file, method=passkey, name=Desk, expires_at=@after
two_factors: user:*, sealed_secret=hash:sealed-*, last_used_step=1, created_at=@before, confirmed_at=@before
uploads upload: ${ofMember}, filename=a, byte_length=1, expires_at=@after
users user: email=zq-*@example.org, first_name=Ada, last_name=Gill, password_hash=old
withheld: ${ofMember}, subject_id=item:*, agenda_item_id=item:*, withheld_by=member:*, reason=R, withheld_at=@before
written_resolutions resolution: board:*, body_id=$board_id, title=T, text=T, created_by=member:*, created_at=@before
written_voters: ${ofMember}, resolution:*, round=1, is_recused=false
guests guest: board:*, user_id=null, status=invited, slug=guest-*
`;

const lines = tables
  .trim()
  .replaceAll(/\n {2}/g, ' ')
  .split('\n');
export const sceneTables: ReadonlyMap<string, SceneTable> = new Map(
  lines.map((line) => {
    const [, name = '', kind = null, defaults = ''] = line.match(/^(\w+)(?: (\w+))?: (.*)$/) ?? [];
    return [name, { table: name === 'guests' ? 'members' : name, kind, defaults }];
  }),
);
export const kinds: ReadonlyMap<string, SceneTable> = new Map(
  [...sceneTables.values()].flatMap((each) => (each.kind === null ? [] : [[each.kind, each] as const])),
);
