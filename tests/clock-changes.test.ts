import { afterEach, expect, test } from 'vitest';
import { wholeBoard } from '#domain/audience.ts';
import { productJobs } from '#server/features/jobs.ts';
import { openInstallation } from './support/installation.ts';
import { copyMigratedFolder } from './support/migrated-folder.ts';
import { paragraph } from './support/minutes.ts';
import { type RunningServer, startRunningServer } from './support/running-server.ts';
import { testApp } from './support/test-app.ts';

const product = testApp();
let server: RunningServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const meetingAt = (start: string, title: string) => ({
  title,
  type: 'hybrid',
  start,
  end: start,
  location: '',
  join_url: '',
  description: '',
  audience: wholeBoard,
  agenda_items: [],
});

async function everyMinute(): Promise<void> {
  const byClock = productJobs(product.context).filter(({ schedule }) => schedule !== undefined);
  for (const job of byClock) await job.handle({}, { attempt: 1, isLast: false });
  await product.context.runJobs();
}
const mailTo = (address: string, about: string): number =>
  product.context.sent.filter((mail) => mail.to.address === address && mail.subject.includes(about)).length;

test('no announcement or reminder is sent twice when the clock jumps forward and back', async () => {
  const { context } = product;
  context.clock.set('2026-11-16T12:00:00Z');
  const board = await product.make.board();
  const admin = await product.signIn(await product.make.member({ board, isBoardAdmin: true }));
  const ben = await product.make.member({ board });
  const news = { title: 'Winter hours', body: paragraph('Good news.'), audience: wholeBoard };
  const made = await admin.post('/ajax/announcements', news);
  const { id } = made.json.data.announcement;
  await admin.post(`/ajax/announcements/${id}/publish`, { publish_on: '2026-11-16T13:00:00Z' });
  const meeting = await admin.post('/ajax/meetings', meetingAt('2026-11-23T14:00:00Z', 'Budget'));
  await admin.post(`/ajax/meetings/${meeting.json.data.meeting.id}/publish`);
  await everyMinute();
  expect(mailTo(ben.email, 'Winter hours')).toBe(0);

  for (const time of ['17:00', '11:00', '13:30', '18:00']) {
    context.clock.set(`2026-11-16T${time}:00Z`);
    await everyMinute();
    expect((await admin.get(`/ajax/announcements/${id}`)).json.data.announcement.state).toBe('published');
  }
  expect(mailTo(ben.email, 'Winter hours')).toBe(1);
  expect(mailTo(ben.email, 'Please reply')).toBe(1);
});

test('mail and calendar files use the board’s time zone, not the server’s', async () => {
  server = await startRunningServer({ TZ: 'Pacific/Kiritimati' }, copyMigratedFolder);
  const installation = await openInstallation(server);
  const { client, email } = installation.admin;
  const year = new Date().getUTCFullYear() + 1;
  // 14:30 in Halifax, in winter and in summer.
  const times = [`${year}-01-15T18:30:00.000Z`, `${year}-07-15T17:30:00.000Z`];
  for (const start of times) {
    const title = `At ${start}`;
    const meeting = await client.call('POST', '/ajax/meetings', meetingAt(start, title));
    await client.call('POST', `/ajax/meetings/${meeting.json.data.meeting.id}/publish`, {});
    const mail = await installation.mailAbout(title, email);
    expect(mail?.email.text).toContain('2:30');
    const calendar = mail?.email.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
    const text = new TextDecoder().decode(calendar?.content as ArrayBuffer);
    expect(text).toContain(`DTSTART;TZID=America/Halifax:${start.slice(0, 10).replaceAll('-', '')}T143000`);
  }
}, 120_000);
