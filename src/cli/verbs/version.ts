import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'print the version',
  operands: '',
  takes: [0, 0],
  flags: {},
  example: 'signalbox version',
  run: async (call) => {
    const { version } = call.world;
    return {
      value: { version, protocol_version: PROTOCOL_VERSION, node: process.version },
      text: `signalbox ${version} (protocol ${PROTOCOL_VERSION}, Node ${process.version})`,
    };
  },
});
