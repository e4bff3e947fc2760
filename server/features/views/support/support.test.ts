import { expect, test } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp({ SUPPORT_CHAT_SRC: 'https://chat.example/widget.js?key=a&b="><script>' });

test('the chat page runs its script in a sandbox, and only Dais pages can embed it', async () => {
  const client = await server.signIn(await server.make.member({ isBoardAdmin: true }));
  const page = await client.get('/support-chat');
  expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain('sandbox allow-scripts allow-forms allow-popups');
  expect(policy).not.toContain('allow-same-origin');
  expect(policy).toContain("frame-ancestors 'self'");
  expect(page.text).toContain(
    '<script async src="https://chat.example/widget.js?key=a&amp;b=%22%3E%3Cscript%3E"></script>',
  );
  expect(page.text.match(/<script/g)).toHaveLength(1);
  expect((await server.stranger().get('/support-chat')).status).toBe(419);
});

test('pages can embed frames from their own site if a support chat is set up', async () => {
  const { headers } = await server.stranger().get('/ajax/start');
  expect(String(headers['content-security-policy'])).toMatch(/frame-src 'self' https:/);
});
