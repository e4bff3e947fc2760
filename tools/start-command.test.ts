import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStartCommand } from './start-command.ts';

const root = join(import.meta.dirname, '..');
const start = readStartCommand(root);

test('the container and the service start the server in the same way as npm start', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  expect(dockerfile).toContain(
    `CMD ${JSON.stringify(['node', ...start.flags, 'server/main.ts']).replaceAll(',', ', ')}`,
  );
  const settings = Object.entries(start.env).map(([name, value]) => `${name}=${value}`);
  for (const setting of settings) expect(dockerfile).toContain(`    ${setting} \\\n`);
  const service = readFileSync(join(root, 'deploy/dais.service'), 'utf8');
  expect(service).toContain(`node ${start.flags.join(' ')} server/main.ts\n`);
  expect(service).toContain(`Environment=${settings.join(' ')}\n`);
});

test('the start command’s flags limit the memory that Node uses for new objects', () => {
  const script = `const kept = [];
    let most = 0;
    for (let nth = 0; nth < 3e5; nth += 1) {
      kept.push({ nth, list: [nth] });
      if (nth % 1000 > 0) continue;
      const young = require('v8').getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
      most = Math.max(most, young.space_size);
    }
    console.log(most);`;
  const printed = execFileSync(process.execPath, [...start.flags, '-e', script], { encoding: 'utf8' });
  const semiSpaces = 2;
  expect(Number(printed)).toBeLessThanOrEqual(semiSpaces * 8 * 1_048_576);
});
