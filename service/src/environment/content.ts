// The services about content: records, signing, verifying, certificates.
import { readOrMakeServiceSecret } from '../database/service-secrets.ts';
import { createC2paService } from '../resources/c2pa/c2pa.service.ts';
import { openCertificateAuthority } from '../resources/c2pa/certificate-authority.ts';
import { createCertificateShelf } from '../resources/c2pa/certificate-shelf.ts';
import { createClaimKeysService } from '../resources/c2pa/claim-keys.service.ts';
import { openClassicalAuthority } from '../resources/c2pa/classical-authority.ts';
import { createManifestsService } from '../resources/c2pa/manifests.service.ts';
import { createRecoveryService } from '../resources/c2pa/recovery.service.ts';
import { createSigningCertificatesService } from '../resources/c2pa/signing-certificates.service.ts';
import { createCertificateService } from '../resources/certificate/certificate.service.ts';
import { createLogService } from '../resources/log/log.service.ts';
import { openReceiptKeys } from '../resources/receipts/receipt-keys.ts';
import { createReceiptsService } from '../resources/receipts/receipts.service.ts';
import { createBundlesService } from '../resources/records/bundles.service.ts';
import { createRecordAdmission } from '../resources/records/record-admission.ts';
import { createRecordListService } from '../resources/records/record-list.service.ts';
import { createRecordNotesService } from '../resources/records/record-notes.service.ts';
import { openRecordTokens } from '../resources/records/record-tokens.ts';
import { createRecordsService } from '../resources/records/records.service.ts';
import { createReferences } from '../resources/resolution/references.ts';
import { createRepositoryService } from '../resources/resolution/repository.service.ts';
import { createResolutionService } from '../resources/resolution/resolution.service.ts';
import { createSamplesService } from '../resources/samples/samples.service.ts';
import { createSignService } from '../resources/sign/sign.service.ts';
import { createSimilarRecords } from '../resources/verify/similar-records.ts';
import { createSoundRecords } from '../resources/verify/sound-records.ts';
import { createTextRecords } from '../resources/verify/text-records.ts';
import { createVerifyService } from '../resources/verify/verify.service.ts';
import type { Accounts } from './accounts.ts';
import type { Foundation } from './foundation.ts';
import { createJobs } from './jobs.ts';

export type Content = Awaited<ReturnType<typeof createContent>>;

export async function createContent(foundation: Foundation, { generators, quota, storageConnections }: Accounts) {
  const { name, publicUrl, database, vault, custody, computePool, events, upgradeUrl } = foundation;
  const { inBandLimits, sampleSecret } = foundation;
  const { lookup } = foundation.archive;
  const { countVerification, countSignature, timeSearch } = foundation.metrics;
  const textKey = await readOrMakeServiceSecret(database, vault, 'text-key');
  const tokens = await openRecordTokens(name, database, vault);
  const authority = await openCertificateAuthority(name, database, vault);
  const admission = createRecordAdmission({
    ...{ database, lookup, quota, events, countSignature, textKey },
    log: foundation.transparency.appender,
  });
  const records = createRecordsService({ database, lookup, generators, admission, tokens });
  const log = createLogService({ database, lookup, transparency: foundation.transparency });
  const classicalAuthority = await openClassicalAuthority(name, database, vault);
  const shelf = createCertificateShelf({ database, vault, custody, authority: classicalAuthority, events });
  const claimKeys = createClaimKeysService({ database, shelf, events });
  const manifests = createManifestsService(database);
  const c2pa = createC2paService({
    publicUrl,
    database,
    computePool,
    records,
    generators,
    authority,
    classicalAuthority,
    claimKeys,
    manifests,
    timestamps: foundation.timestamps,
    events,
  });
  const recovery = createRecoveryService({
    computePool,
    manifests,
    certificateRoots: authority.roots,
    findGeneratorStatus: (generatorId) => generators.statusOf(generatorId),
  });
  const similarRecords = createSimilarRecords(database, (search) => timeSearch('pictures', search));
  const receipts = createReceiptsService({
    environment: name,
    publicUrl,
    keys: await openReceiptKeys(database, vault),
    latestCheckpoint: async () => (await foundation.transparency.published.latest()).checkpoint,
  });
  const verification = createVerifyService({
    database,
    lookup,
    computePool,
    tokens,
    similarRecords,
    soundRecords: createSoundRecords(database, (search) => timeSearch('sounds', search)),
    textRecords: createTextRecords(database, textKey, (search) => timeSearch('texts', search)),
    events,
    generators,
    manifests,
    recoverManifest: (recordId, caller) => recovery.recover(recordId, caller),
    certificateRoots: authority.roots,
    trustLists: foundation.trustLists,
    countVerification,
    issueReceipt: (content, result) => receipts.issue(content, result),
  });
  const signing = createSignService({
    computePool,
    generators,
    admission,
    tokens,
    inBandLimits,
    c2pa,
    quota,
    upgradeUrl,
  });
  const signed = { generators, quota, admission, tokens };
  const jobs = createJobs(foundation, { ...signed, connections: storageConnections, verification });
  return {
    records,
    log,
    ...jobs,
    recordLists: createRecordListService(database, lookup, tokens),
    recordNotes: createRecordNotesService(database, lookup, events),
    c2pa,
    claimKeys,
    signingCertificates: createSigningCertificatesService({ database, custody, shelf, events }),
    signing,
    certificates: createCertificateService({ publicUrl, records, generators, log }),
    samples: createSamplesService({ database, generators, signing, secret: sampleSecret }),
    verification,
    receipts,
    repository: createRepositoryService({ database, lookup, manifests, recovery, events }),
    resolution: createResolutionService({
      database,
      lookup,
      manifests,
      verification,
      findSimilar: (hash, kind, limit) => similarRecords.find(hash, kind, limit),
    }),
    references: createReferences({
      outgoing: foundation.outgoing,
      room: foundation.uploadRoom,
      enabled: foundation.resolveReferences,
    }),
    bundles: createBundlesService({
      environment: name,
      publicUrl,
      records,
      generators,
      authority,
      deliveriesOf: manifests.deliveriesOf,
      findLogProof: (recordId) => log.findProof(recordId),
    }),
  };
}
