import { endpoint } from './endpoint.ts';

export const openSupportChat = endpoint({
  name: 'support.chat',
  summary: 'The page that runs the support chat’s script, in a frame without our origin',
  route: 'GET /support-chat',
  access: 'signed-in',
  reply: 'page',
});

export const getManifest = endpoint({
  name: 'support.manifest',
  summary: 'What a browser needs to install the portal: its name, its icons, and where it begins',
  route: 'GET /manifest.webmanifest',
  access: 'public',
  reply: 'file',
});
