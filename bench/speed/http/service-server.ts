// The whole service, as main.ts starts it.
import { readConfiguration } from '../../../service/src/configuration/read-configuration.ts';
import { createLog } from '../../../service/src/log.ts';
import { startService } from '../../../service/src/service.ts';
import { answerAsServer } from './processes.ts';

const configuration = readConfiguration(process.env);
const service = await startService(configuration, createLog(configuration.logLevel));
answerAsServer(service.live.url);
process.on('SIGTERM', () => process.exit(0));
