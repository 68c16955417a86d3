#!/usr/bin/env node
/**
 * Entry of `dist/cli.cjs`, which the launcher runs. The verbs of a lease, which agents call all the time, are a bundle of
 * their own: less than half of what the others would have to compile.
 */
import module from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { cacheCompiled } from './cacheCompiled.ts';
import { isLeaseVerb } from './leaseVerbNames.ts';

cacheCompiled(module, { platform: process.platform, home: os.homedir(), env: process.env });
const bundle = isLeaseVerb(process.argv[2] ?? '') ? 'lease.cjs' : 'verbs.cjs';
module.createRequire(__filename)(path.join(__dirname, bundle));
