"""The clients against the real service, which test/client/python.long.test.ts starts."""
from __future__ import annotations

import asyncio
import base64
import hashlib
import io
import os
import struct
import tempfile
import unittest
import uuid
from pathlib import Path

from content_provenance import AsyncClient, Client, Content, ServiceError, SignedContent, SignItem, types
from content_provenance.signing import (
    SigningKey,
    canonical_bytes,
    hash_content,
    prepare_content,
    verify_bundle,
    verify_receipt,
    verify_signature,
)
from content_provenance.signing.base64_text import from_base64

URL = os.environ.get('PROVENANCE_URL', '')
KEY = os.environ.get('PROVENANCE_API_KEY', '')
PICTURE = Path(os.environ.get('PROVENANCE_PICTURE', 'picture.jpg'))
TEXT = 'A text long enough to carry a mark.\n\nAnd a second paragraph.\n'


def text() -> bytes:
    return f'{TEXT}Number {uuid.uuid4()}.\n'.encode()


class OneWay(io.BytesIO):
    def seekable(self) -> bool:
        return False


@unittest.skipUnless(URL, 'PROVENANCE_URL is not set. Run npm test -- client/python.')
class ServiceTest(unittest.TestCase):
    client: Client
    generator_id: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = Client(URL, KEY)
        body = cls.client.generators.create({'name': 'Python', 'supported_formats': ['text', 'image', 'audio']})
        cls.generator_id = body['generator_id']

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.close()

    def sign(self, content: bytes) -> str:
        return self.client.sign(content, model='writer-1', generator_id=self.generator_id).record_id

    def test_a_batch_of_texts_and_files_is_signed_in_order(self) -> None:
        items = [
            SignItem(text=text().decode()),
            SignItem(content=text(), file_name='a.txt'),
            SignItem(text='Of nobody.', generator_id='gen_unknown'),
            SignItem(content=PICTURE, neural=False),
            SignItem(content=text(), file_name='a.txt'),
        ]
        key = str(uuid.uuid4())
        results = self.client.sign_batch(
            items, model='writer-1', generator_id=self.generator_id, idempotency_key=key
        )
        failed = results.pop(2)
        assert isinstance(failed, ServiceError)
        self.assertEqual((failed.status, failed.code), (404, 'generator_not_found'))
        for result in results:
            assert isinstance(result, SignedContent)
            verdict = self.client.verify.content(result.content)
            assert verdict['provenance']
            self.assertEqual((verdict['authentic'], verdict['provenance']['record_id']), (True, result.record_id))

        async def sign_again() -> list[SignedContent | ServiceError]:
            async with AsyncClient(URL, KEY) as client:
                return await client.sign_batch(
                    items, model='writer-1', generator_id=self.generator_id, idempotency_key=key
                )

        again = asyncio.run(sign_again())
        self.assertEqual([each for each in again if isinstance(each, SignedContent)], results)
        item = SignItem(text=text().decode(), model='writer-1', generator_id=self.generator_id)
        only_texts = self.client.sign_batch([item])
        self.assertIsInstance(only_texts[0], SignedContent)

    def test_a_large_file_is_signed_and_verified_in_jobs(self) -> None:
        part = 16 * 1024 * 1024
        content = f'Run {uuid.uuid4()}\n'.encode() + b'A line of a long log that a model wrote.\n' * 450_000
        self.assertGreater(len(content), part)
        heard: list[float] = []
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, 'log.txt')
            path.write_bytes(content)
            job = self.client.jobs.sign(
                path, model='writer-1', generator_id=self.generator_id, watermark='none', on_progress=heard.append
            )
        self.assertEqual((job['size'], job['file_name'], heard), (len(content), 'log.txt', [0.5, 1.0]))
        done = self.client.jobs.wait(job['job_id'])
        self.assertEqual((done['state'], done['error']), ('succeeded', None))
        assert done['signed']
        size = done['signed']['size']
        ranges = [(start, min(start + part, size)) for start in range(0, size, part)]
        signed = b''.join(self.client.jobs.read(job['job_id'], *each) for each in ranges)
        self.assertEqual(hashlib.sha256(signed).hexdigest(), done['signed']['sha256'])

        async def verify() -> types.Job:
            async with AsyncClient(URL, KEY) as client:
                # A stream that cannot go back.
                started = await client.jobs.verify(OneWay(signed))
                return await client.jobs.wait(started['job_id'])

        verified = asyncio.run(verify())
        self.assertTrue(verified['verification']['authentic'])
        listed = [each['job_id'] for each in self.client.jobs.list({'limit': 2})['jobs']]
        self.assertEqual(listed, [verified['job_id'], job['job_id']])
        self.assertEqual(self.client.jobs.remove(job['job_id']), {'deleted': True})
        with self.assertRaises(ServiceError) as raised:
            self.client.jobs.get(job['job_id'])
        self.assertEqual(raised.exception.code, 'not_found')

    def test_an_upload_that_broke_off_is_resumed_and_a_job_is_canceled(self) -> None:
        content = text()
        created = self.client.jobs.create_verify({'source': {'upload': {'size': len(content)}}})
        with self.assertRaisesRegex(ValueError, 'The job is for a file of'):
            self.client.jobs.upload(created, content + b' ')
        self.client.jobs.upload(created, content)
        stored = self.client.jobs.get(created['job_id'])
        assert stored['upload']
        self.assertEqual((stored['state'], stored['upload']['received']), ('uploading', [1]))
        heard: list[float] = []
        self.client.jobs.resume(created['job_id'], content, heard.append)
        self.assertEqual((heard, self.client.jobs.wait(created['job_id'])['state']), ([], 'succeeded'))
        unused = self.client.jobs.create_verify({'source': {'upload': {'size': 5}}})
        self.assertEqual(self.client.jobs.cancel(unused['job_id'])['state'], 'canceled')

    def test_a_store_that_cannot_be_used_is_not_connected(self) -> None:
        stores = self.client.storage_connections
        self.assertEqual(stores.list(), {'connections': []})
        with self.assertRaises(ServiceError) as raised:
            stores.add(
                {
                    'name': 'Videos',
                    'endpoint': 'http://127.0.0.1:1',
                    'bucket': 'videos',
                    'access_key_id': 'id',
                    'secret_access_key': 'secret',
                }
            )
        self.assertEqual(raised.exception.code, 'validation_error')
        with self.assertRaises(ServiceError) as missing:
            stores.remove('stc_missing')
        self.assertEqual(missing.exception.code, 'not_found')

    def test_from_registration_to_a_verified_text(self) -> None:
        credential: list[str] = []
        client = Client(f'{URL}/', lambda: credential[-1] if credential else None)
        account = {'email': f'{uuid.uuid4()}@example.org', 'password': 'correct horse'}
        client.auth.register({'org_name': 'Acme Studio', 'email': account['email'], 'password': account['password']})
        session = client.auth.log_in({'email': account['email'], 'password': account['password']})
        credential.append(str(dict(session)['token']))
        self.assertEqual(client.auth.me()['org']['name'], 'Acme Studio')
        credential.append(client.account.create_api_key('laptop')['key'])
        generator = client.generators.create({'name': 'Writer', 'supported_formats': ['text']})
        signed = client.sign(TEXT.encode(), model='writer-1', generator_id=generator['generator_id'])
        self.assertRegex(signed.token, r'^svc_')
        self.assertEqual((signed.format, signed.carries), ('text', ('watermark',)))
        result = Client(URL).verify.content(signed.content)
        self.assertTrue(result['authentic'])
        assert result['provenance']
        self.assertEqual(result['provenance']['record_id'], signed.record_id)
        self.assertEqual(client.verify.status(signed.token)['model'], 'writer-1')
        with self.assertRaises(ServiceError) as raised:
            client.audit.export({'format': 'csv'})
        self.assertEqual((raised.exception.code, raised.exception.status), ('email_not_verified', 403))

    def test_an_error_has_its_code_status_details_and_request(self) -> None:
        with self.assertRaises(ServiceError) as raised:
            Client(URL).auth.log_in({'email': '', 'password': ''})
        problem = raised.exception
        self.assertEqual((problem.code, problem.status), ('validation_error', 400))
        self.assertEqual([detail['path'] for detail in problem.details], ['email', 'password'])
        self.assertRegex(str(problem.request_id), r'^req_')

    def test_a_path_bytes_and_file_objects_are_uploaded(self) -> None:
        content = text()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, 'lines "quoted" ü.txt')
            path.write_bytes(content)
            with open(path, 'rb') as file, open(path, 'rb') as half:
                half.seek(9)
                contents: tuple[Content, ...] = (
                    path, content, bytearray(content), memoryview(content), io.BytesIO(content), file, half
                )
                for given in contents:
                    found = self.client.verify.content(given)
                    self.assertEqual(found['verdict'], 'nothing_found', type(given))
        heard: list[float] = []
        self.client.verify.content(content * 20_000, on_progress=heard.append)
        self.assertGreater(len(heard), 3)
        self.assertEqual((heard, heard[-1]), (sorted(heard), 1))

    def test_a_receipt_is_checked_with_and_without_the_service(self) -> None:
        content = b'A letter without any mark.'
        text = self.client.verify.content(content, receipt=True)['receipt']
        keys = self.client.receipts.keys()
        self.assertTrue(verify_receipt(text, keys, content).valid)
        self.assertEqual(verify_receipt(text, keys, b'Another letter.').reason, 'receipt_for_other_content')
        self.assertTrue(self.client.receipts.check({'receipt': text})['valid'])
        item = base64.b64encode(content).decode()
        [result] = self.client.verify.batch({'items': [{'content': item}]}, receipt=True)
        self.assertTrue(verify_receipt(result['receipt'], keys, content).valid)
        self.assertNotIn('receipt', self.client.verify.content(content))

    def test_a_picture_and_its_bundle_are_proven_with_and_without_the_service(self) -> None:
        signed = self.client.sign(PICTURE, model='painter-1', generator_id=self.generator_id, watermark='faint')
        self.assertEqual(signed.format, 'image')
        self.assertIn('token', signed.carries)
        result = self.client.verify.content(signed.content, localize=True)
        self.assertTrue(result['authentic'])
        bundle, roots = self.client.records.bundle(signed.record_id), self.client.system.roots()
        found = verify_bundle(bundle, signed.content, roots=roots)
        self.assertEqual((found.authentic, found.root_known), (True, True))
        changed = bytearray(signed.content)
        changed[-100] ^= 1
        self.assertEqual(verify_bundle(bundle, bytes(changed), roots=roots).reason, 'content_tampered')

    def test_a_file_above_the_limit_gets_its_error_while_it_is_sent(self) -> None:
        with self.assertRaises(ServiceError) as raised:
            self.client.verify.content(bytes(60 * 1024 * 1024))
        self.assertEqual((raised.exception.code, raised.exception.status), ('payload_too_large', 413))

    def test_an_idempotency_key_counts_once(self) -> None:
        content, key = text(), str(uuid.uuid4())
        records = {
            self.client.sign(
                content, model='writer-1', generator_id=self.generator_id, idempotency_key=key
            ).record_id
            for _ in range(2)
        }
        self.assertEqual(len(records), 1)

    def test_all_records_are_found_page_by_page(self) -> None:
        made = {self.sign(text()) for _ in range(3)}
        seen = [record['record_id'] for record in self.client.records.all({'limit': 2})]
        self.assertEqual(len(seen), len(set(seen)))
        self.assertLessEqual(made, set(seen))

    def test_an_own_key_signs_and_no_request_has_it(self) -> None:
        key = SigningKey.from_pem(SigningKey.generate().to_pem())
        created = self.client.generators.create(
            {'name': 'Own', 'supported_formats': ['text', 'image'], 'public_keys': [key.to_public_key()]}
        )
        content = text()
        record = key.sign_record(
            generator_id=created['generator_id'], model='own-1', content_hash=hash_content(content)
        )
        self.assertTrue(
            verify_signature(key.public_key, canonical_bytes(record['signed_payload']), from_base64(record['signature']))
        )
        stored = self.client.records.submit(record)
        result = self.client.verify.content(content, token=stored['token'])
        self.assertTrue(result['authentic'])

        prepared = prepare_content(PICTURE)
        picture = key.sign_record(
            generator_id=created['generator_id'],
            model='own-1',
            content_hash=prepared.content_hash,
            format=prepared.kind,
            exact_format=prepared.exact_format,
        )
        file = prepared.with_token(self.client.records.submit(picture)['token'])
        self.assertTrue(self.client.verify.content(file)['authentic'])
        self.assertNotIn(key.to_pem().splitlines()[1][-20:], repr((key, created, record)))

    def test_many_files_are_signed_and_a_failure_affects_no_other(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, f'{number}.txt') for number in range(8)]
            for path in paths:
                path.write_bytes(text())
            paths[3].write_bytes(struct.pack('<40I', *range(40)))
            out = Path(folder, 'out')
            missing = Path(folder, 'missing.txt')

            def sign() -> dict[str, object]:
                outcomes = self.client.sign_many(
                    [*paths, missing], model='writer-1', generator_id=self.generator_id, out=out, parallel=3
                )
                return {
                    each.path.name: each.signed.record_id if each.signed else type(each.error) for each in outcomes
                }

            first = sign()
            self.assertEqual((first['3.txt'], first['missing.txt']), (ServiceError, FileNotFoundError))
            self.assertEqual(len(first), 9)
            self.assertEqual(sorted(path.name for path in out.iterdir()), [f'{n}.txt' for n in range(8) if n != 3])
            for path in out.iterdir():
                self.assertTrue(self.client.verify.content(path)['authentic'])
            self.assertEqual(first, sign(), 'a second run signs nothing twice')
            with self.assertRaises(ValueError):
                self.client.sign_many([paths[0], paths[0]], model='m', generator_id='g', out=out)
            with self.assertRaises(ValueError):
                self.client.sign_many([paths[0]], model='m', generator_id='g', out=folder)

    def test_the_asynchronous_client_does_the_same(self) -> None:
        async def work() -> None:
            async with AsyncClient(URL, KEY) as client:
                contents = [text() for _ in range(4)]
                signed = await asyncio.gather(
                    *(client.sign(each, model='writer-1', generator_id=self.generator_id) for each in contents)
                )
                for each in signed:
                    self.assertTrue((await client.verify.content(each.content))['authentic'])
                seen = [record['record_id'] async for record in client.records.all({'limit': 2})]
                self.assertLessEqual({each.record_id for each in signed}, set(seen))
                with self.assertRaises(ServiceError) as raised:
                    await client.records.get(str(uuid.uuid4()))
                self.assertEqual(raised.exception.code, 'record_not_found')
                with tempfile.TemporaryDirectory() as folder:
                    paths = [Path(folder, f'{number}.txt') for number in range(4)]
                    for path, content in zip(paths, contents):
                        path.write_bytes(content)
                    many = client.sign_many(paths, model='writer-1', generator_id=self.generator_id, parallel=2)
                    self.assertEqual(len([each async for each in many if each.signed]), 4)

        asyncio.run(work())


if __name__ == '__main__':
    unittest.main()
