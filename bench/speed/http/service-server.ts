// The whole service, as main.ts starts it. BENCH_WITHOUT_LOG leaves out the transparency log.
import { readConfiguration } from '../../../service/src/configuration/read-configuration.ts';
import { createLog } from '../../../service/src/log.ts';
import { startService } from '../../../service/src/service.ts';
import { answerAsServer } from './processes.ts';

const configuration = readConfiguration(process.env);
const withoutLog = { append: async () => [], indexesOf: async () => new Map() };
const replaced = process.env.BENCH_WITHOUT_LOG ? { logAppender: withoutLog } : {};
const service = await startService(configuration, createLog(configuration.logLevel), replaced);
answerAsServer(service.live.url);
process.on('SIGTERM', () => process.exit(0));
