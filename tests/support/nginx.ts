import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const startMsMax = 10_000;

export type Nginx = Awaited<ReturnType<typeof startNginx>>;

/** Configured as in docs/operations.md. Servers need `port` in their `APP_URL` before they start. */
export async function startNginx({
  port,
  upstreams,
}: {
  readonly port: number;
  readonly upstreams: readonly string[];
}) {
  const folder = await mkdtemp(join(tmpdir(), 'dais-tests-nginx-'));
  await writeFile(join(folder, 'nginx.conf'), configuration({ folder, port, upstreams }));
  const child = spawn('/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const gone = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  const until = Date.now() + startMsMax;
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`nginx did not start: ${output}`);
    }
    await pause(50);
  }
  return { url: `http://localhost:${port}`, stop };
}

async function listens(port: number): Promise<boolean> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  const answered = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return answered;
}

function configuration(given: {
  readonly folder: string;
  readonly port: number;
  readonly upstreams: readonly string[];
}) {
  const servers = given.upstreams.map(
    (url) => `server ${new URL(url).host.replace('localhost', '127.0.0.1')} max_fails=0;`,
  );
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${given.folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${given.folder}/body;
  proxy_temp_path ${given.folder}/proxy;
  fastcgi_temp_path ${given.folder}/fastcgi;
  uwsgi_temp_path ${given.folder}/uwsgi;
  scgi_temp_path ${given.folder}/scgi;
  upstream dais {
    ${servers.join('\n    ')}
    keepalive 32;
    keepalive_timeout 1s;
  }
  server {
    listen 127.0.0.1:${given.port};
    client_max_body_size 101m;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_next_upstream error timeout;
    proxy_connect_timeout 2s;
    location / { proxy_pass http://dais; }
    location /ajax/uploads {
      proxy_request_buffering off;
      proxy_pass http://dais;
    }
  }
}
`;
}
