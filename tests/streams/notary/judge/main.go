// The judge of the audit log: Go's own sumdb/note and sumdb/tlog say whether a checkpoint, a proof or a
// folder of tiles is good. One JSON object a line comes in, one line goes out: "good", or why it is not.
package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"judge/note"
	"judge/tlog"
)

type question struct {
	Kind     string // checkpoint, inclusion, consistency, tiles or cosigned
	Vkey     string
	Witness  string // of a cosigned checkpoint: the key of the witness
	Content  []byte // the checkpoint, or the file of the proof
	Entry    []byte // of an inclusion
	Old      []byte // of a consistency: the older checkpoint
	Folder   string // of tiles
	Expected []byte // of tiles: the entries in order, each behind its length
}

// opened remembers checkpoints that were found good: thousands of proofs end in the same few.
var opened = map[string]tlog.Tree{}

func checkpoint(signed []byte, vkey string) (tree tlog.Tree, err error) {
	name := vkey + "\n" + string(signed)
	if known, found := opened[name]; found {
		return known, nil
	}
	tree, err = openCheckpoint(signed, vkey)
	if err == nil {
		opened[name] = tree
	}
	return tree, err
}

func openCheckpoint(signed []byte, vkey string) (tree tlog.Tree, err error) {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return tree, err
	}
	opened, err := note.Open(signed, note.VerifierList(verifier))
	if err != nil {
		return tree, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() || lines[3] != "" {
		return tree, errors.New("not a checkpoint")
	}
	if tree.N, err = strconv.ParseInt(lines[1], 10, 64); err != nil || strconv.FormatInt(tree.N, 10) != lines[1] {
		return tree, errors.New("not a size")
	}
	tree.Hash, err = tlog.ParseHash(lines[2])
	return tree, err
}

func parts(content []byte) ([]string, []byte, error) {
	above, below, found := bytes.Cut(content, []byte("\n\n"))
	if !found {
		return nil, nil, errors.New("no blank line")
	}
	return strings.Split(string(above), "\n"), below, nil
}

func numbered(word string, line string) (int64, error) {
	rest, found := strings.CutPrefix(line, word+" ")
	if !found {
		return 0, errors.New("no " + word)
	}
	return strconv.ParseInt(rest, 10, 64)
}

func hashes(lines []string) (found []tlog.Hash, err error) {
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return nil, err
		}
		found = append(found, hash)
	}
	return found, nil
}

func inclusion(asked question) error {
	lines, signed, err := parts(asked.Content)
	if err != nil {
		return err
	}
	if len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return errors.New("not a proof")
	}
	index, err := numbered("index", lines[1])
	if err != nil {
		return err
	}
	proof, err := hashes(lines[2:])
	if err != nil {
		return err
	}
	tree, err := checkpoint(signed, asked.Vkey)
	if err != nil {
		return err
	}
	if index < 0 || index >= tree.N {
		return errors.New("index beyond the tree")
	}
	return tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(asked.Entry))
}

func consistency(asked question) error {
	lines, signed, err := parts(asked.Content)
	if err != nil {
		return err
	}
	oldSize, err := numbered("old", lines[0])
	if err != nil {
		return err
	}
	proof, err := hashes(lines[1:])
	if err != nil {
		return err
	}
	tree, err := checkpoint(signed, asked.Vkey)
	if err != nil {
		return err
	}
	old, err := checkpoint(asked.Old, asked.Vkey)
	if err != nil {
		return err
	}
	if old.N != oldSize {
		return errors.New("the proof is of another size")
	}
	if old.N < 1 || old.N > tree.N {
		return errors.New("sizes do not rise")
	}
	return tlog.CheckTree(proof, tree.N, tree.Hash, old.N, old.Hash)
}

// folder reads our tiles where Go's reader asks for those of height 8, of which ours do not name the height.
type folder struct{ path string }

func (f folder) Height() int { return 8 }

func (f folder) SaveTiles(_ []tlog.Tile, _ [][]byte) {}

func (f folder) ReadTiles(tiles []tlog.Tile) (found [][]byte, err error) {
	for _, tile := range tiles {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		content, err := os.ReadFile(filepath.Join(f.path, path))
		if err != nil {
			return nil, err
		}
		found = append(found, content)
	}
	return found, nil
}

// tiles reads every leaf through tlog's own authenticated reader and holds it against the entries.
func tiles(asked question) error {
	tree, err := checkpoint(asked.Content, asked.Vkey)
	if err != nil {
		return err
	}
	reader := tlog.TileHashReader(tree, folder{asked.Folder})
	rest := asked.Expected
	for start := int64(0); start < tree.N; start += 256 {
		stop := min(start+256, tree.N)
		var indexes []int64
		for index := start; index < stop; index++ {
			indexes = append(indexes, tlog.StoredHashIndex(0, index))
		}
		read, err := reader.ReadHashes(indexes)
		if err != nil {
			return err
		}
		for offset, hash := range read {
			if len(rest) < 2 {
				return fmt.Errorf("entry %d is missing", start+int64(offset))
			}
			length := int(rest[0])<<8 | int(rest[1])
			entry := rest[2 : 2+length]
			rest = rest[2+length:]
			if hash != tlog.RecordHash(entry) {
				return fmt.Errorf("leaf %d is %s", start+int64(offset), base64.StdEncoding.EncodeToString(hash[:]))
			}
		}
	}
	if len(rest) > 0 {
		return errors.New("there are more entries than leaves")
	}
	return nil
}

// cosigner verifies for sumdb/note what a key of type 4 has signed (C2SP tlog-cosignature): sumdb knows type 1 alone.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }

func (c cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	head := fmt.Sprintf("cosignature/v1\ntime %d\n", binary.BigEndian.Uint64(sig))
	return ed25519.Verify(c.key, append([]byte(head), msg...), sig[8:])
}

func newCosigner(vkey string) (note.Verifier, error) {
	parts := strings.SplitN(vkey, "+", 3)
	if len(parts) != 3 {
		return nil, errors.New("not a key")
	}
	typed, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(typed) != 1+ed25519.PublicKeySize || typed[0] != 4 {
		return nil, errors.New("not a key of a witness")
	}
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), typed...))
	if hex.EncodeToString(sum[:4]) != parts[1] {
		return nil, errors.New("not the id of the key")
	}
	return cosigner{parts[0], binary.BigEndian.Uint32(sum[:4]), typed[1:]}, nil
}

// cosigned says whether both the log and the witness have signed a note.
func cosigned(asked question) error {
	log, err := note.NewVerifier(asked.Vkey)
	if err != nil {
		return err
	}
	witness, err := newCosigner(asked.Witness)
	if err != nil {
		return err
	}
	opened, err := note.Open(asked.Content, note.VerifierList(log, witness))
	if err != nil {
		return err
	}
	if len(opened.Sigs) != 2 {
		return fmt.Errorf("%d of log and witness have signed", len(opened.Sigs))
	}
	return nil
}

func answer(asked question) error {
	switch asked.Kind {
	case "cosigned":
		return cosigned(asked)
	case "checkpoint":
		_, err := checkpoint(asked.Content, asked.Vkey)
		return err
	case "inclusion":
		return inclusion(asked)
	case "consistency":
		return consistency(asked)
	case "tiles":
		return tiles(asked)
	}
	return errors.New("no such question")
}

func main() {
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	decoder := json.NewDecoder(lines)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for decoder.More() {
		var asked question
		if err := decoder.Decode(&asked); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := answer(asked); err != nil {
			fmt.Fprintln(out, strings.ReplaceAll(err.Error(), "\n", " "))
		} else {
			fmt.Fprintln(out, "good")
		}
	}
}
