import type { World } from './world.ts';

export async function checkRows(world: World, since: Date): Promise<void> {
  const { society, ledger, poll, categoryId } = world;
  const { sql } = society.installation;
  const actions = [...new Set([...ledger.log.keys()].map((key) => key.split(' ')[1]))];
  const lines = await sql(
    `select member_id || ' ' || action as key, count(*)::int as count from audit_entries
     where at >= $1 and action = any($2) and member_id is not null group by 1`,
    [since, actions],
  );
  const written = new Map(lines.map(({ key, count }) => [String(key), Number(count)]));
  for (const key of new Set([...ledger.log.keys(), ...written.keys()])) {
    const [expected, found] = [ledger.log.get(key) ?? 0, written.get(key) ?? 0];
    if (expected !== found) ledger.lose(`The log holds ${found} lines of ${key}; ${expected} changes happened.`);
  }
  const voters = await sql(
    `select r.member_id, count(c.option_id)::int as choices
     from poll_responses r left join poll_choices c using (board_id, poll_id, member_id)
     where r.poll_id = $1 group by 1 having count(c.option_id) <> 1`,
    [poll.id],
  );
  for (const { member_id, choices } of voters) ledger.lose(`${member_id} has ${choices} choices in a poll of one.`);
  const { deciding } = world;
  const twice = await sql(`select member_id from ballots where vote_id = $1 group by member_id having count(*) <> 1`, [
    deciding.voteId,
  ]);
  for (const { member_id } of twice) ledger.lose(`${member_id} has more than one ballot.`);
  const there = await sql(
    `select member_id from presences where meeting_id = $1 and left_at is null group by member_id having count(*) <> 1`,
    [deciding.held],
  );
  for (const { member_id } of there) ledger.lose(`${member_id} is present twice.`);
  const uncounted = await sql(
    `select v.id from votes v where v.meeting_id = $1 and v.closed_at is not null
     and v.votes_for <> (select count(*) from ballots b where b.vote_id = v.id and b.choice = 'for')`,
    [deciding.held],
  );
  for (const { id } of uncounted) ledger.lose(`The vote ${id} was closed with a result that its ballots do not give.`);
  const [numbers] = await sql(
    `select count(*)::int as given, coalesce(max(sequence), 0)::int as latest,
       (select count(*)::int from votes where state = 'carried') as carried
     from resolution_numbers`,
  );
  if (numbers?.given !== numbers?.latest || numbers?.given !== numbers?.carried)
    ledger.lose(`Numbers of resolutions have a gap or are too few: ${JSON.stringify(numbers)}`);
  const astray = await sql(
    `select f.name from folders f left join folders parent on parent.id = f.parent_id
     where f.category_id = $1 and f.path <> coalesce(parent.path, '{}') || f.id`,
    [categoryId],
  );
  for (const { name } of astray) ledger.lose(`The folder ${name} has a wrong path.`);
  const fileless = await sql(
    `select d.title from documents d where d.link_url is null
     and not exists (select from document_versions v where v.document_id = d.id)`,
  );
  for (const { title } of fileless) ledger.lose(`The document ${title} has no version.`);
}

export async function clearDesk({ society }: Pick<World, 'society'>): Promise<void> {
  const { sql } = society.installation;
  await sql(`update uploads set expires_at = now() where consumed_at is null`);
  await sql(`update audit_entries set at = at - interval '2 days' where action = 'person.invited'`);
  await sql(`update written_resolutions set state = 'withdrawn', decided_at = now()
             where state in ('draft', 'circulating') and created_at < now() - interval '2 minutes'`);
}
