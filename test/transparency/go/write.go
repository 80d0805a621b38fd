// Writes a log with random entries into a folder, with proofs that others can check.
package main

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	writtenProofs = 300
	longestEntry  = 200
)

type writtenProof struct {
	Kind  string      `json:"kind"`
	Index int64       `json:"index"`
	From  int64       `json:"from"`
	Size  int64       `json:"size"`
	Leaf  tlog.Hash   `json:"leaf"`
	Old   tlog.Hash   `json:"old"`
	Root  tlog.Hash   `json:"root"`
	Proof []tlog.Hash `json:"proof"`
}

// write prints the verifier key, then one proof on each line. The seed chooses entries and proofs;
// the key is random.
func write(folder, sizeText, seedText string) error {
	size, err := strconv.ParseInt(sizeText, 10, 64)
	if err != nil {
		return err
	}
	seed, err := strconv.ParseInt(seedText, 10, 64)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewSource(seed))

	entries := make([][]byte, size)
	var stored storedHashes
	for i := range entries {
		entries[i] = make([]byte, random.Intn(longestEntry))
		random.Read(entries[i])
		if err := stored.append(int64(i), entries[i]); err != nil {
			return err
		}
	}
	for _, tile := range bundlesOf(size) {
		bundle := writeBundle(entries[tile.N*tileWidth : tile.N*tileWidth+int64(tile.W)])
		if err := writeFile(folder, tilePath(tile), bundle); err != nil {
			return err
		}
	}
	for _, tile := range tilesOf(size) {
		data, err := tlog.ReadTileData(tile, stored)
		if err != nil {
			return err
		}
		if err := writeFile(folder, tilePath(tile), data); err != nil {
			return err
		}
	}
	if err := writeCheckpoint(folder, size, stored); err != nil {
		return err
	}
	return writeProofs(size, stored, random)
}

func writeCheckpoint(folder string, size int64, stored storedHashes) error {
	const origin = "log.example/go"
	skey, vkey, err := note.GenerateKey(nil, origin)
	if err != nil {
		return err
	}
	signer, err := note.NewSigner(skey)
	if err != nil {
		return err
	}
	root, err := tlog.TreeHash(size, stored)
	if err != nil {
		return err
	}
	signed, err := note.Sign(&note.Note{Text: checkpointBody(origin, tlog.Tree{N: size, Hash: root})}, signer)
	if err != nil {
		return err
	}
	if err := printLine(vkey); err != nil {
		return err
	}
	return writeFile(folder, "checkpoint", signed)
}

func writeProofs(size int64, stored storedHashes, random *rand.Rand) error {
	for i := 0; i < writtenProofs; i++ {
		tree := 1 + random.Int63n(size)
		index, from := random.Int63n(tree), 1+random.Int63n(tree)
		inclusion, err := tlog.ProveRecord(tree, index, stored)
		if err != nil {
			return err
		}
		consistency, err := tlog.ProveTree(tree, from, stored)
		if err != nil {
			return err
		}
		root, err := tlog.TreeHash(tree, stored)
		if err != nil {
			return err
		}
		old, err := tlog.TreeHash(from, stored)
		if err != nil {
			return err
		}
		leaf := stored[tlog.StoredHashIndex(0, index)]
		if err := printLine(writtenProof{
			Kind: "inclusion", Index: index, Size: tree, Leaf: leaf, Root: root, Proof: inclusion,
		}); err != nil {
			return err
		}
		if err := printLine(writtenProof{
			Kind: "consistency", From: from, Size: tree, Old: old, Root: root, Proof: consistency,
		}); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(folder, path string, content []byte) error {
	file := filepath.Join(folder, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("folder of %s: %w", path, err)
	}
	return os.WriteFile(file, content, 0o644)
}
