import { afterAll, beforeAll, expect } from 'vitest';
import { record } from '#tools/test/times.ts';

// A Vitest setup file: records the time of each test file for `tools/test/slowest.ts`.
let began = 0;
let cpu = process.cpuUsage();

beforeAll(() => {
  began = performance.now();
  cpu = process.cpuUsage();
});

afterAll(() => {
  const { user, system } = process.cpuUsage(cpu);
  const name = expect.getState().testPath ?? '';
  record({ kind: 'file', name, wall: (performance.now() - began) / 1_000, cpu: (user + system) / 1e6 });
});
